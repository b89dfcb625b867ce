// What a reader asks for that takes time: how far it is, and what came of it.
//
// A widget may declare `asks: { own: { there, ask, sets } }`:
//   there()          what there is to say of it, as { bytes }, or null where it cannot be had;
//   ask(text, tell)  a promise of what is found; tell(share) says how far it is, from 0 to 1;
//                    an Error's message is a sentence for the reader;
//   sets(found)      the change of traits that goes with it, if any.
// `askField(scene, "own", ...)` draws the field. What was found is `constants.own`, for `derive`
// too, until something else is asked for; it is neither undone nor kept nor part of a link.
import { leaveCase } from "./acts.js";
import { isStory } from "./cases.js";
import { ask, h } from "./dom.js";
import { changes } from "./session.js";

const NOTHING = { busy: false, share: null, wrong: "" };
const LONGEST = 400; // characters of a text

/** How the asks of a widget stand at the start: those that can be had here. */
export function startOfAsks({ asks = {} }) {
  const had = Object.entries(asks).map(([name, { there }]) => [name, there()]);
  const known = had.filter(([, files]) => files);
  return Object.fromEntries(known.map(([name, files]) => [name, { ...NOTHING, ...files }]));
}

/** The same without what was refused: said of one text, it means nothing once anything changes. */
export const forgetRefused = (requests) =>
  Object.fromEntries(
    Object.entries(requests).map(([name, request]) => [name, { ...request, wrong: "" }]),
  );

/** Asks for what belongs to this text, and shows how far it is; one thing at a time. */
async function askFor(it, name, text) {
  const { ask: request, sets } = it.widget.asks[name];
  const put = (change) => {
    if (!it.node.isConnected) return;
    it.show({
      requests: { ...it.local.requests, [name]: { ...it.local.requests[name], ...change } },
    });
  };
  if (!it.local.requests[name] || it.local.requests[name].busy) return;
  put({ ...NOTHING, busy: true });
  try {
    const found = await request(text, (share) => put({ share }));
    it.constants = { ...it.constants, [name]: found };
    put(NOTHING);
    it.fresh = true;
    it.set(sets?.(found) ?? {});
  } catch ({ message }) {
    put({ ...NOTHING, wrong: message });
    it.speak(message);
  }
}

/** What a control asks for: a guess, something that takes time, as { own: text }, traits. */
export function takeChange(it, { change, held }) {
  if (!change) return;
  it.act.stop(); // who takes it in hand does not want it to play on
  const { guess, requests = {}, ...traits } = change;
  if (guess !== undefined) it.show({ guess, isTouched: true }, { held });
  for (const [name, text] of Object.entries(requests)) askFor(it, name, text);
  if (!Object.keys(traits).length) return;
  const isMoved = Object.keys(changes(traits, it.traits())).length > 0;
  if (isMoved) leaveCase(it, !isStory(it.constants, traits));
  it.set(traits, { held });
}

const megabytes = (bytes) => `${Math.round(bytes / 1e6)}&nbsp;MB`;

/** One line that says how it stands. */
function saysOf({ busy, share, wrong, bytes }, isLoaded) {
  if (wrong) return wrong;
  if (busy && share < 1) return `Loading the model: ${Math.round(100 * share)}&nbsp;%`;
  if (busy) return "Reading your sentence …";
  if (isLoaded) return "The model runs in this page. Nothing you type is sent anywhere.";
  const model = `The model (${megabytes(bytes)}) is loaded once and then runs in this page.`;
  return `${model} Nothing you type is sent anywhere.`;
}

/** A field for a text, with what happens to it; null where there is nothing to ask. */
export function askField(scene, name, { label, example = "", action = "Show it" }) {
  const state = scene.requests[name];
  if (!state) return null;
  const { busy, share, wrong } = state;
  const onsubmit = (event) => {
    event.preventDefault();
    const { value } = event.target.querySelector("input");
    ask(event.target, { requests: { [name]: value } });
  };
  const text = {
    type: "text",
    autocomplete: "off",
    maxlength: LONGEST,
    placeholder: example, // no value: what is typed is the reader's
    "aria-invalid": wrong ? "true" : null,
  };
  const send = { class: "kit-button", "aria-disabled": busy ? "true" : null };
  return h(
    "form",
    { class: "kit-write", onsubmit },
    h("label", {}, h("span", { html: label }), h("input", text)),
    h("button", send, action),
    h("progress", { class: busy ? "is-busy" : "", value: share ?? 0, "aria-hidden": "true" }),
    h("p", { class: wrong ? "is-wrong" : "", html: saysOf(state, scene.constants[name]) }),
  );
}
