// The picture's sizes in px, and where the letters, the states and the shares by length are.

export const LEAST = 2; // letters
export const MOST = 20;
export const UNITS = 16; // numbers of a state

const WIDE = {
  narrow: false,
  width: 880,
  height: 512,
  lefts: [64, 478], // of the panels: one vector, attention
  tops: [0, 0],
  wide: 392,
  heading: 12,
  due: 36,
  written: 64,
  decoder: [86, 2.2], // where the states begin, and how high one number is
  zone: [126, 262], // between these heights all is passed on
  encoder: [267, 2.2],
  reads: 321,
  pitch: 92,
  type: [38, 30], // of few letters, and of more
  column: 52,
  neck: [19, 4.2],
  bead: 5,
  head: 17,
  told: 16, // letters of what the vector is
  small: 13.5,
  band: {
    left: 64,
    pitch: 40.3,
    name: 355,
    top: 384,
    floor: 461,
    ticks: 38,
    reach: 27,
    guess: [36, 22],
  },
};
const NARROW = {
  narrow: true,
  width: 360,
  height: 377,
  lefts: [4, 4],
  tops: [0, 133],
  wide: 352,
  heading: 11,
  written: 36,
  zone: [49, 109],
  reads: 120,
  pitch: 58,
  type: [24, 22],
  column: 18,
  neck: [13, 1.35],
  bead: 3.5,
  head: 15,
  told: 14,
  small: 14,
  band: {
    left: 8,
    pitch: 17.2,
    name: 279,
    top: 306,
    floor: 336,
    ticks: 31,
    reach: 24,
    guess: [26, 20],
  },
};

/** Middles of `n` places side by side around `middle`. */
const spread = (n, middle, pitch) =>
  Array.from({ length: n }, (_, k) => middle + pitch * (k - (n - 1) / 2));

const FEW = 5;

/** The size of letters: in few steps, so that it seldom changes while a hand pulls. */
function typeFor(most, { type, wide }) {
  const [large, usual] = type;
  if (most <= FEW) return large;
  const step = [12, 16, MOST + LEAST].find((letters) => most <= letters);
  return Math.min(usual, (0.95 * wide) / step);
}

/** The measures of one network's panel: `reads` letters below, above them `writes`. */
function panelOf(form, i, { reads, writes, most }) {
  const { tops, lefts, wide, narrow, column, neck, bead, head, told, small } = form;
  const pitch = Math.min(form.pitch, wide / most);
  const center = lefts[i] + wide / 2;
  const down = (y) => y + tops[i];
  return {
    ...{ narrow, neck, bead, head, told, small, center, units: UNITS },
    left: lefts[i],
    right: lefts[i] + wide,
    heading: down(form.heading),
    due: form.due && down(form.due),
    written: down(form.written),
    decoder: form.decoder && [down(form.decoder[0]), form.decoder[1]],
    zone: form.zone.map(down),
    encoder: form.encoder && [down(form.encoder[0]), form.encoder[1]],
    reads: down(form.reads),
    type: typeFor(most, form),
    column: Math.min(column, 0.68 * pitch),
    sourceXs: spread(reads, center, pitch),
    targetXs: spread(writes, center, pitch),
    sourcePitch: pitch,
    unit: 0.6 * pitch,
  };
}

/** Where the shares by length are: the middle of length n, and the height of a share. */
function bandOf({ width, band }) {
  const { left, pitch, top, floor } = band;
  return {
    ...band,
    width,
    right: left + pitch * MOST,
    xOf: (n) => left + pitch * (n - 0.5),
    yOf: (share) => floor + (top - floor) * share,
    lengthAt: (x) => Math.round((x - left) / pitch + 0.5),
  };
}

/** The measures for a string of so many letters; `written` are what both networks make of it. */
export function roomOf(narrow, letters, written) {
  const form = narrow ? NARROW : WIDE;
  const counts = written.map((text) => Math.max(letters, text.length)); // also those missing
  const most = Math.max(letters, ...counts); // both panels have letters of one size
  return {
    ...form,
    band: bandOf(form),
    panels: counts.map((writes, i) => panelOf(form, i, { reads: letters, writes, most })),
  };
}
