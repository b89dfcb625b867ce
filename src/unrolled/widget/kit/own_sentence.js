// A model that the page loads when its reader asks for it, and what the model makes of a sentence.
//
// The page says where the files are, and how large, in an element that `make book` writes:
//   <meta name="unrolled-minilm" content="../_static/minilm" data-files="12" data-bytes="26265292">
// A page from a disk may not fetch data, so each file is a script that leaves its part in
// `unrolledParts`. All widgets of a page share the model. An explorable asks for it like this:
//   import { askField } from "../widget/kit/asks.js";
//   import { minilm } from "../widget/kit/own_sentence.js";
//   const controls = (scene) => [..., askField(...)];
//   export default explorable({ asks: { own: minilm }, controls });
// and finds { text, tokens, weights, vector, layers, heads } in `constants.own`, also in `derive`;
// the weights are one Float32Array, [layer][head][from][to], which `weightAt` reads. What a reader
// typed and its tokens are no HTML: `plain` makes them so where a sentence is made of them.

// What a worker does with a message: [number of the question, name of the method, its argument].
const ANSWER = `onmessage = ({ data: [id, name, value] }) => {
  try { postMessage([id, it[name](value)]); }
  catch (wrong) { postMessage([id, null, wrong.message]); }
};
postMessage([]);`;

const LOST = "The model stopped. Reload the page and try again.";

/** A worker that runs the program, or null where none may start. */
function startWorker(program) {
  return new Promise((ready) => {
    try {
      const code = `const it = (${program})();\n${ANSWER}`;
      const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
      const worker = new Worker(url);
      worker.onmessage = () => {
        URL.revokeObjectURL(url);
        ready(worker);
      };
      worker.onerror = () => ready(null);
    } catch {
      ready(null);
    }
  });
}

/** `call(name, value)` of a program in a worker. */
function callWorker(worker) {
  const waiting = new Map();
  let next = 0;
  worker.onmessage = ({ data: [id, found, wrong] }) => {
    const { done, fail } = waiting.get(id);
    waiting.delete(id);
    if (wrong === undefined) done(found);
    else fail(new Error(wrong));
  };
  worker.onerror = () => {
    for (const { fail } of waiting.values()) fail(new Error(LOST));
    waiting.clear();
  };
  return (name, value) =>
    new Promise((done, fail) => {
      waiting.set(next, { done, fail });
      worker.postMessage([next, name, value]);
      next++;
    });
}

/** `call(name, value)` of a program on the page itself, which draws what it has to say before. */
function callHere(program) {
  const it = program();
  return async (name, value) => {
    await new Promise((drawn) => setTimeout(drawn, 30));
    return it[name](value);
  };
}

/** Runs a script file and takes what it leaves in `unrolledParts`. */
function take(folder, name, k) {
  const node = document.createElement("script");
  return new Promise((done, fail) => {
    const end = () => {
      const part = globalThis.unrolledParts?.[`${name}/${k}`];
      node.remove();
      if (!part) return fail(new Error(`The model could not be loaded: no file ${name}/${k}.js.`));
      delete globalThis.unrolledParts[`${name}/${k}`];
      done(part);
    };
    node.onload = end;
    node.onerror = end;
    node.src = `${folder}/${k}.js`;
    document.head.append(node);
  });
}

/** Takes all files, one after the other, and tells which share of them is here. */
async function assemble(name, { folder, files }, tell) {
  tell(0);
  const { program, data } = await take(folder, name, 0);
  const worker = await startWorker(program);
  const call = worker ? callWorker(worker) : callHere(program);
  await call("add", data);
  for (let k = 1; k < files; k++) {
    tell(k / files);
    await call("add", await take(folder, name, k));
  }
  tell(1);
  return call;
}

/** Where the page says that the model is, or null. */
function findFiles(name) {
  const it = globalThis.document?.querySelector(`meta[name="unrolled-${name}"]`);
  if (!it) return null;
  return { folder: it.content, files: Number(it.dataset.files), bytes: Number(it.dataset.bytes) };
}

/** The one model of this name on the page. */
function shared(name) {
  globalThis.unrolledModels ??= {};
  globalThis.unrolledModels[name] ??= { listeners: new Set() };
  return globalThis.unrolledModels[name];
}

/**
 * The model of this name: `there()` says where its files are, null on a page without them;
 * `load(tell)` loads it once, `tell(share)` hears how far it is; `encode(text)` gives
 * { tokens, weights, vector, layers, heads }, and `alike(one, other)` a cosine. What cannot be
 * done is an Error whose message is a sentence for the reader.
 */
export function modelOf(name) {
  const load = async (tell = () => {}) => {
    const it = shared(name);
    it.listeners.add(tell);
    const files = findFiles(name);
    if (!files) throw new Error("This page comes without the model.");
    it.call ??= assemble(name, files, (share) => {
      for (const listener of it.listeners) listener(share);
    });
    try {
      return await it.call;
    } catch (wrong) {
      delete it.call; // to be tried again
      throw wrong;
    } finally {
      it.listeners.delete(tell);
    }
  };
  const encode = async (text) => (await load())("encode", text);
  const ask = async (text, tell) => {
    if (!text.trim()) throw new Error("Type a sentence first.");
    await load(tell);
    return { text, ...(await encode(text)) };
  };
  const alike = async (one, other) => (await load())("alike", [one, other]);
  return { there: () => findFiles(name), load, encode, alike, ask };
}

const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** A text as HTML that shows it. */
export const plain = (text) => text.replace(/[&<>]/g, (sign) => SIGNS[sign]);

/** How much token `from` attends to token `to` in a head; all count from 0. */
export function weightAt({ tokens, weights, heads }, layer, head, from, to) {
  const N = tokens.length;
  return weights[((layer * heads + head) * N + from) * N + to];
}

export const minilm = modelOf("minilm");
