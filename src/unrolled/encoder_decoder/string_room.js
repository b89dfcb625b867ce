// The picture's sizes in px, and where the letters, the states and the shares by length are.

export const LEAST = 2; // letters
export const MOST = 20;
export const UNITS = 16; // numbers of a state

const WIDE = {
  narrow: false,
  width: 1000,
  height: 512,
  lefts: [70, 540], // of the panels: one vector, attention
  tops: [0, 0],
  wide: 448,
  heading: 14,
  due: 45,
  written: 70,
  decoder: [91, 2.5], // where the states begin, and how high one number is
  zone: [137, 282], // between these heights all is passed on
  encoder: [288, 2.5],
  reads: 349,
  pitch: 62,
  type: 34,
  column: 36,
  neck: [16, 4.6],
  head: 19,
  small: 15,
  band: { left: 70, pitch: 45.9, name: 390, top: 406, floor: 478, ticks: 24 },
};
const NARROW = {
  narrow: true,
  width: 360,
  height: 380,
  lefts: [4, 4],
  tops: [0, 144],
  wide: 352,
  heading: 9,
  written: 31,
  zone: [44, 96],
  encoder: [99, 1.15],
  reads: 129,
  pitch: 32,
  type: 21,
  column: 18,
  neck: [9, 1.8],
  head: 15,
  small: 14,
  band: { left: 8, pitch: 17.2, name: 296, top: 308, floor: 352, ticks: 19 },
};

/** Middles of `n` places side by side around `middle`. */
const spread = (n, middle, pitch) =>
  Array.from({ length: n }, (_, k) => middle + pitch * (k - (n - 1) / 2));

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
    type: Math.min(form.type, 0.95 * pitch),
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
  const counts = written.map((text) => Math.max(1, text.length));
  const most = Math.max(letters, ...counts); // both panels have letters of one size
  return {
    ...form,
    band: bandOf(form),
    panels: counts.map((writes, i) => panelOf(form, i, { reads: letters, writes, most })),
  };
}
