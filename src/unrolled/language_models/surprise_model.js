// The n-gram model: the twin of surprise_model.py. It counts what it is asked for, and keeps it.

const kept = new Map(); // text -> past -> how often each letter came after it

/** How often each letter came after this past in the text. */
export function countsAfter(text, past, letters) {
  const counts = new Float64Array(letters.length);
  let at = text.indexOf(past);
  while (at >= 0 && at < text.length - past.length) {
    counts[letters.indexOf(text[at + past.length])]++;
    at = text.indexOf(past, at + 1);
  }
  return counts;
}

function countsKept(text, past, letters) {
  if (!kept.has(text)) kept.set(text, new Map());
  const pasts = kept.get(text);
  if (!pasts.has(past)) pasts.set(past, countsAfter(text, past, letters));
  return pasts.get(past);
}

/** How likely each letter is after this past. */
export function nextProbabilities(text, past, plus, letters) {
  const counts = countsKept(text, past, letters);
  const whole = counts.reduce((a, b) => a + b) + plus * letters.length;
  return Array.from(counts, (count) => (count + plus) / whole);
}

/** The past of each letter that is read: the n - 1 letters before it. */
export const pastsOf = (read, n) =>
  Array.from(read, (_, t) => read.slice(Math.max(0, t - n + 1), t));

/** The probability of each letter that is read, given its past. */
export const letterProbabilities = (text, read, n, plus, letters) =>
  pastsOf(read, n).map(
    (past, t) => nextProbabilities(text, past, plus, letters)[letters.indexOf(read[t])],
  );
