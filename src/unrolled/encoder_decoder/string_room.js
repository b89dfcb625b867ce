// The picture's sizes in px, and where the letters, the states and the shares by length are.

export const LEAST = 2; // letters
export const MOST = 20;
export const UNITS = 16; // numbers of a state

const WIDE = {
  narrow: false,
  width: 880,
  height: 506,
  lefts: [64, 478], // of the panels: one vector, attention
  tops: [0, 0],
  wide: 392,
  heading: 12,
  due: 33,
  written: 63,
  decoder: [80, 2.2], // where the states begin, and how high one number is
  zone: [120, 230], // between these heights all is passed on
  encoder: [237, 2.2],
  reads: 290,
  pitch: 54,
  type: 30,
  column: 32,
  neck: [14, 4.1],
  head: 17,
  small: 13.5,
  band: { left: 64, pitch: 40.3, name: 322, top: 354, floor: 470, ticks: 24, guess: [36, 22] },
};
const NARROW = {
  narrow: true,
  width: 360,
  height: 408,
  lefts: [4, 4],
  tops: [0, 136],
  wide: 352,
  heading: 10,
  written: 33,
  zone: [46, 92],
  encoder: [94, 1.1],
  reads: 122,
  pitch: 32,
  type: 21,
  column: 18,
  neck: [9, 1.8],
  head: 15,
  small: 14,
  band: { left: 8, pitch: 17.2, name: 284, top: 313, floor: 376, ticks: 22, guess: [26, 20] },
};

/** Middles of `n` places side by side around `middle`. */
const spread = (n, middle, pitch) =>
  Array.from({ length: n }, (_, k) => middle + pitch * (k - (n - 1) / 2));

/** The size of letters: in few steps, so that it seldom changes while a hand pulls. */
function typeFor(most, { type, wide }) {
  const step = [12, 16, MOST + LEAST].find((letters) => most <= letters);
  return Math.min(type, (0.95 * wide) / step);
}

/** The measures of one network's panel: `reads` letters below, above them `writes`. */
function panelOf(form, i, { reads, writes, most }) {
  const { tops, lefts, wide, narrow, column, neck, head, small } = form;
  const pitch = Math.min(form.pitch, wide / most);
  const center = lefts[i] + wide / 2;
  const down = (y) => y + tops[i];
  return {
    ...{ narrow, neck, head, small, center, units: UNITS },
    left: lefts[i],
    right: lefts[i] + wide,
    heading: down(form.heading),
    due: form.due && down(form.due),
    written: down(form.written),
    decoder: form.decoder && [down(form.decoder[0]), form.decoder[1]],
    zone: form.zone.map(down),
    encoder: [down(form.encoder[0]), form.encoder[1]],
    reads: down(form.reads),
    type: typeFor(most, form),
    column: Math.min(column, 0.8 * pitch),
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
