// Recorded attention weights, a letter each; the room that recorded them holds the same to Python.

/** Letters as weights from 0 to 1. */
export function read(text, letters) {
  const most = letters.length - 1;
  return [...text].map((letter) => letters.indexOf(letter) / most);
}

/** What each head gives: a matrix of N rows that look and N columns that are looked at. */
export function rowsOf(weights, N, head) {
  const row = (i) => weights.slice((head * N + i) * N, (head * N + i + 1) * N);
  return Array.from({ length: N }, (_, i) => row(i));
}

/** The mean of several matrices of one size. */
export function meanOf(matrices) {
  const all = matrices.length;
  const mean = (i, j) => matrices.reduce((sum, A) => sum + A[i][j], 0) / all;
  return matrices[0].map((row, i) => row.map((_, j) => mean(i, j)));
}

const known = new Map(); // of each sentence that has been looked at

/** All heads of a sentence, then the mean of each layer's; `maps` are letters, or weights. */
export function decoded({ words, maps }, { letters, layers, heads }) {
  if (!known.has(maps)) {
    const weights = typeof maps === "string" ? read(maps, letters) : Array.from(maps);
    const one = (_, k) => rowsOf(weights, words.length, k);
    const all = Array.from({ length: layers * heads }, one);
    const mean = (_, l) => meanOf(all.slice(l * heads, (l + 1) * heads));
    known.set(maps, [...all, ...Array.from({ length: layers }, mean)]);
  }
  return known.get(maps);
}

/** The order of a layer's heads: those that give most to what is asked for come first. */
export function ranked(shares) {
  const all = shares.map((_, k) => k);
  return all.sort((a, b) => shares[b] - shares[a] || a - b);
}
