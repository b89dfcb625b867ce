// What the three models make of a text; what has been read once is known.
import { countingModel, decoderModel, lstmModel } from "./writer_models.js";

const MANY = 6000; // texts that are known, until all are forgotten

const MAKES = {
  "n-gram": ({ letters, ngram }) => countingModel(ngram, letters),
  LSTM: ({ letters, lstm }) => lstmModel(lstm, letters.length),
  Transformer: ({ letters, transformer }) => decoderModel(transformer, letters.length),
};

const made = new WeakMap();

/** The model of this name, made from the page's data when it is first asked. */
function readerOf(data, name) {
  if (!made.has(data)) made.set(data, {});
  const readers = made.get(data);
  readers[name] ??= { model: MAKES[name](data), known: new Map() };
  return readers[name];
}

/** After each letter of the text: { z, state, attended }. */
export function readAll(data, name, codes) {
  const { model, known } = readerOf(data, name);
  if (known.size > MANY) known.clear();
  let state = model.start;
  let place = "";
  return codes.map((code) => {
    place += String.fromCharCode(48 + code);
    if (!known.has(place)) known.set(place, model.read(state, code));
    const found = known.get(place);
    state = found.state;
    return found;
  });
}
