// Where everything stands, in pixels of the picture: the sentence, its gaps, and their bars.

const WIDE = {
  size: [900, 436],
  caption: { at: 13, type: 16 },
  lines: 1,
  zone: [182, 246], // between these heights are the lines of the sentence
  ribbons: { top: 30, unit: 64 },
  type: [15, 29],
  mark: 15.5,
  note: 15.5,
  panel: {
    top: 270,
    row: 27,
    names: [96, 96], // with one gap and with two
    digits: [68, 68],
    one: 440,
    two: 420,
    apart: 36,
    type: [16, 16],
  },
};

const NARROW = {
  size: [360, 404],
  caption: { at: 12, type: 13.5 },
  lines: 3,
  zone: [30, 176],
  ribbons: null,
  type: [17, 22],
  mark: 13.5,
  note: 13.5,
  panel: {
    top: 204,
    row: 32.5,
    names: [80, 72],
    digits: [62, 58],
    one: 352,
    two: 172,
    apart: 8,
    type: [14.5, 13.5],
  },
};

const SPACE = 0.5; // of the type
const BOX = 3.9; // how wide a gap is, of the type
const LINE = 46; // px at most
const EDGE = 4;

/** The type, within bounds, that leaves room for two gaps in so many lines. */
function typeOf({ size: [width], type: [least, most], lines }, ems) {
  const all = ems.reduce((sum, em) => sum + em + SPACE, 0) + 2 * (BOX - 2);
  const free = lines * (width - 2 * EDGE) - 90 * lines; // [CLS] and [SEP], and ends of lines
  return Math.max(least, Math.min(most, free / all));
}

/** Items with their widths in lines, each line in the middle. */
function setLines(items, most, space) {
  const lines = [[]];
  let end = 0;
  for (const item of items) {
    const free = item.isGlued ? 0.3 * space : end && space;
    const isFull = end + free + item.wide > most && lines.at(-1).length > 0 && !item.isGlued;
    if (isFull) {
      lines.push([]);
      end = 0;
    }
    lines.at(-1).push({ ...item, left: end + (isFull ? 0 : free) });
    end += (isFull ? 0 : free) + item.wide;
  }
  return lines.map((line) => {
    const last = line.at(-1);
    const shift = (most - last.left - last.wide) / 2;
    return line.map((item) => ({ ...item, left: item.left + shift }));
  });
}

/** Each token's place: [CLS], the words, [SEP]. */
function placeTokens(form, { codes, gaps }, { ems, words }) {
  const size = typeOf(
    form,
    codes.map((code) => ems[code]),
  );
  const wideOf = (code, k) => (gaps.includes(k) ? BOX : ems[code]) * size;
  const items = codes.map((code, k) => ({
    wide: wideOf(code, k),
    isGlued: words[code] === "." && !gaps.includes(k) && k > 0,
  }));
  const mark = { wide: 2.9 * form.mark, isMark: true };
  const [width] = form.size;
  const lines = setLines([mark, ...items, mark], width - 2 * EDGE, SPACE * size);
  const [top, bottom] = form.zone;
  const pitch = Math.min(form.ribbons ? bottom - top : LINE, (bottom - top) / lines.length);
  const start = (top + bottom - pitch * lines.length) / 2;
  const tokens = lines.flatMap((line, n) =>
    line.map(({ left, wide, isMark }) => ({
      x: EDGE + left,
      wide,
      middle: EDGE + left + wide / 2,
      line: n,
      isMark: Boolean(isMark),
      top: start + n * pitch,
      base: start + n * pitch + pitch / 2 + 0.33 * size,
    })),
  );
  return { letter: size, tokens, pitch, count: lines.length };
}

/** Where the bars of each gap stand: under it, as far as there is room. */
function placePanels(form, places) {
  const { one, two, apart } = form.panel;
  const wide = places.length > 1 ? two : one;
  const [width] = form.size;
  const within = (x, least, most) => Math.max(least, Math.min(most, x));
  const lefts = places.map(({ middle }) => within(middle - wide / 2, EDGE, width - wide - EDGE));
  if (lefts.length > 1) {
    const middle = (lefts[0] + lefts[1] + wide) / 2;
    const free = Math.max(lefts[1] - lefts[0], wide + apart) / 2 + wide / 2;
    const centre = within(middle, EDGE + free, width - EDGE - free);
    if (lefts[1] - lefts[0] < wide + apart) {
      lefts[0] = centre - free;
      lefts[1] = centre + free - wide;
    }
  }
  return lefts.map((x) => ({ x, wide }));
}

/** The measures of the picture, and where what the state has stands in it. */
export function roomOf({ narrow, text, constants }) {
  const form = narrow ? NARROW : WIDE;
  const set = placeTokens(form, text, constants.data);
  const panels = placePanels(
    form,
    text.gaps.map((k) => set.tokens[k + 1]),
  );
  const { names, digits, type } = form.panel;
  const which = panels.length > 1 ? 1 : 0;
  return {
    ...form,
    ...set,
    panels,
    names: names[which],
    digits: digits[which],
    barType: type[which],
    rowAt: (n) => form.panel.top + n * form.panel.row,
  };
}
