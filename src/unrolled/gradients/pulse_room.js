// Where everything of the pulse is drawn, in pixels of its picture, and how bright and long.

export const NOTICED = 2 ** -24; // a float32 sum of about 1 does not notice less
export const DARK = 1e-3;
export const CLIPPED = 1e3; // what is larger is drawn no longer

/** How many steps back a norm is first below a level, -1 for never. */
export const firstBelow = (norms, level) => norms.findIndex((norm) => norm < level);

export const FAINT = "color-mix(in oklab, var(--gradient) 22%, transparent)"; // in an ellipse

// What is hot is a paler, yellower gradient, in the light as in the dark.
export const HOT = "oklch(from var(--gradient) 0.9 0.11 82)";

const clamp = (x, low, high) => Math.min(high, Math.max(low, x));

/** How long a norm is drawn: true up to 1, compressed above, no longer beyond 10³. */
export const drawnLength = (norm) =>
  norm <= 1 ? norm : 1 + 0.8 * Math.min(1, Math.log10(norm) / 3) ** 0.7;

/** How bright: 1 at a norm of 1, dark from 10⁻³ down. */
export const brightness = (norm) => clamp(1 + Math.log10(Math.max(norm, 1e-300)) / 3, 0, 1);

/** How hot: 0 up to a norm of 1, 1 from 10³ on. */
export const heatOf = (norm) => clamp(Math.log10(Math.max(norm, 1)) / 3, 0, 1);

const WIDE = {
  width: 860,
  left: 92,
  nameAt: 14,
  besides: true, // names are left of the strips
  right: 118,
  top: 47,
  tall: 310,
  type: 14,
  large: 36,
  lampSize: 33,
  glow: 0.62,
  flagAt: 27,
  reach: 27, // of what is pulled
  full: 0.45,
};
const NARROW = {
  width: 360,
  left: 8,
  nameAt: 8,
  right: 58,
  top: 41,
  tall: 176,
  type: 15,
  large: 24,
  lampSize: 21,
  glow: 0.36,
  flagAt: 24,
  reach: 24,
  full: 0.42,
};

const DESK = {
  width: 936,
  left: 104,
  nameAt: 104,
  nameDown: 8, // clear of the second wire
  besides: false,

  sumAt: 50, // in the place of what arrives
  headDown: 9,
  sumWide: 18,
  sumType: 14,
  type: 15,
  flagAt: 29,
  reach: 29, // more than others, for a smaller scale
  top: 52,
  tall: 344,
  radius: 60,
  gap: 64,
  large: 26,
  numberAt: 0.49,
  full: 0.52,
}; // with remedies: a switch above each strip
const NARROW_DESK = {
  left: 56,
  nameAt: 56,
  sumAt: 30,
  sumWide: 12,
  sumType: 14,
  right: 58,
  top: 45,
  tall: 211,
  nameDown: 3, // clear of the second wire
  headDown: 3,
  radius: 44,
  gap: 66,
  large: 20,
  numberAt: 0.22,
  full: 0.46,
};

const HELD = { tall: 252, radius: 80, share: 0.36, second: 0.64, numberAt: 0.44 }; // two dials
const NARROW_HELD = {
  radius: 50,
  share: 0.25,
  second: 0.735,
  tall: 216,
  gap: 66,
  large: 19,
  numberAt: 0.53,
};

const FORMS = { desk: [DESK, NARROW_DESK], held: [HELD, NARROW_HELD], plain: [{}, {}] };

/** The measures of a picture with so many strips of so many steps; `kind` names what it has. */
export function roomOf(narrow, strips, steps, kind = "plain") {
  const form = { ...(narrow ? NARROW : WIDE), ...FORMS[kind][narrow ? 1 : 0] };
  const lane = Math.min(132, form.tall / strips);
  const dialRadius = form.radius ?? (narrow ? 60 : 86);
  const pitch = (form.width - form.left - form.right) / steps;
  const ground = form.top + lane * strips;
  const height = ground + (form.gap ?? (narrow ? 66 : 69)) + dialRadius;
  const dial = [form.width * (form.share ?? 0.5), height - 12];
  const gate = [form.width * (form.second ?? 0.5), height - 12];
  const end = form.width - form.right;
  return {
    ...form,
    narrow,
    steps,
    lane,
    flag: 5 * form.type,
    pitch,
    ground,
    height,
    dial,
    gate,
    dialRadius,
    markAt: dialRadius - (narrow ? 9 : 18),
    numberAt: dialRadius * (form.numberAt ?? (narrow ? 0.48 : 0.42)),
    unit: form.full * lane,
    clipAt: [narrow ? 12 : 16, ground + 50],
    startAt: [narrow ? 296 : form.width - 270, ground + 50],
    lamp: [form.width - form.right * (narrow ? 0.58 : 0.53), form.top + (lane * strips) / 2],
    nameOf: (middle) => middle - 0.6 * lane + (form.nameDown ?? 10),
    headOf: (middle) => middle - 0.6 * lane + form.headDown, // of a sum
    middleOf: (i) => form.top + lane * (i + 0.6),
    xOf: (lag) => end - (lag - 0.5) * pitch,
    lagOf: (x) => clamp(Math.round((end - x) / pitch + 0.5), 1, steps),
    dialAt: (size, r) => placeOnDial(dial, size, r),
    sizeOf: (place) => sizeOnDial(dial, place),
  };
}

/** How much of a text at this place is seen: nothing under the halo of the knob. */
export const seenBeside = ([x, y], [kx, ky]) =>
  clamp((Math.hypot(x - kx, y - ky) - 31) / 1.5, 0, 1);

/** The dial is logarithmic: 0.5 on the left, 1 on top, 2 on the right. */
function placeOnDial([x, y], size, r) {
  const turn = (Math.log2(size) * Math.PI) / 2;
  return [x + r * Math.sin(turn), y - r * Math.cos(turn)].map((v) => Math.round(100 * v) / 100);
}

/** To a hundredth, and to 1 where it is near it. */
function sizeOnDial([x, y], [px, py]) {
  const turn = clamp(Math.atan2(px - x, y - py), -Math.PI / 2, Math.PI / 2);
  const size = Math.round(100 * 2 ** ((2 * turn) / Math.PI)) / 100;
  return Math.abs(size - 1) < 0.015 ? 1 : size;
}
