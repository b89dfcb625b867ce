// What is looked at now: what the reader chose, or what the pointer or the focus is on.

export const percent = (x) => `${Math.round(100 * x)}\u00a0%`;

/** A token for the eye: a full stop alone would be overlooked. */
export const plain = (text) => (/^[^\w[&]$/.test(text) ? `“${text}”` : text);

/** The token that looks, the one asked about, and the head; `pointed` is as "w9", "o2" or "h38". */
export function nowOf({ pointed, token, other, layer, head, words, constants }) {
  const now = { token, other, layer, head };
  if (!pointed) return now;
  const n = Number(pointed.slice(1));
  const within = Math.min(n, words.length - 1);
  if (pointed[0] === "w") return { ...now, token: within };
  if (pointed[0] === "o") return { ...now, other: within };
  return { ...now, layer: Math.floor(n / constants.heads) + 1, head: (n % constants.heads) + 1 };
}

/** Where a head is among all matrices: those of the heads, then the means of the layers. */
export const placeOf = ({ layer, head }, { layers, heads }) =>
  head ? (layer - 1) * heads + head - 1 : layers * heads + layer - 1;
