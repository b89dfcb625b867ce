// The picture's sizes in px, and where letters, states and ribbons are.

const WIDE = {
  narrow: false,
  width: 1000,
  height: 500,
  margin: [92, 24],
  due: 12,
  written: 44,
  type: 34,
  stop: 22,
  decoder: [72, 2], // where the states begin, and how high one number is
  zone: [141, 340], // between these heights run the ribbons
  encoder: [346, 2.5],
  read: 449,
  source: 25,
  bracket: 466,
  role: 484,
  pitch: 64,
  between: 88,
  neck: [10, 1.9],
  unit: 46,
  small: 17,
  tap: 34,
};
const NARROW = {
  narrow: true,
  width: 360,
  height: 366,
  margin: [4, 4],
  due: 11,
  written: 33,
  type: 21,
  stop: 14,
  decoder: [48, 1.25],
  zone: [92, 230],
  encoder: [234, 2],
  read: 314,
  source: 17,
  bracket: 329,
  role: 347,
  pitch: 26,
  between: 34,
  neck: [7, 1.6],
  unit: 26,
  small: 14,
  tap: 22,
};

export const UNITS = 32; // numbers of a state

/** Middles of `n` places side by side between the margins, no further apart than `most`. */
function spread(n, { width, margin: [left, right] }, most) {
  const pitch = Math.min(most, (width - left - right) / n);
  const middle = (left + width - right) / 2;
  return { pitch, xs: Array.from({ length: n }, (_, k) => middle + pitch * (k - (n - 1) / 2)) };
}

/** The measures for a text of `reads` letters and a translation with room for `writes`. */
export function roomOf(narrow, reads, writes) {
  const form = narrow ? NARROW : WIDE;
  const source = spread(reads, form, form.pitch);
  const target = spread(writes, form, form.between);
  return {
    ...form,
    units: UNITS,
    sourceXs: source.xs,
    sourcePitch: source.pitch,
    targetXs: target.xs,
    targetPitch: target.pitch,
    decoderFloor: form.decoder[0] + UNITS * form.decoder[1],
    encoderFloor: form.encoder[0] + UNITS * form.encoder[1],
    center: (form.margin[0] + form.width - form.margin[1]) / 2,
  };
}
