// What a reader did is kept: over a reload, in a link, and against a slip of the hand.

const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** The entries of `state` that are not those of `start`. */
export function changes(state, start) {
  const found = Object.entries(state).filter(([name, value]) => !isSame(value, start[name]));
  return Object.fromEntries(found);
}

/** Whether `value` could stand where `model` stands: kinds, lengths, finite numbers. */
export function fits(value, model) {
  if (Array.isArray(model)) {
    if (!Array.isArray(value) || value.length !== model.length) return false;
    return value.every((x, i) => fits(x, model[i]));
  }
  if (model && typeof model === "object") {
    const names = Object.keys(model);
    if (!value || String(Object.keys(value)) !== String(names)) return false;
    return names.every((name) => fits(value[name], model[name]));
  }
  if (typeof value === "number" && !Number.isFinite(value)) return false;
  return typeof value === typeof model;
}

/** Whether a door ({ low, high } or { names }) lets the value in, or all that is in it. */
export function passes(value, door) {
  if (!door) return true;
  if (value && typeof value === "object") {
    return Object.values(value).every((x) => passes(x, door));
  }
  if (door.names) return door.names.includes(value);
  const inside = value >= (door.low ?? -Infinity) && value <= (door.high ?? Infinity);
  return inside && (!door.whole || Number.isInteger(value));
}

/** What of a state from elsewhere may be set, or null if any of it may not. */
export function welcome(state, start, doors) {
  if (!state || typeof state !== "object" || Array.isArray(state)) return null;
  const isGood = ([name, value]) =>
    name in start && fits(value, start[name]) && passes(value, doors[name]);
  return Object.entries(state).every(isGood) ? state : null;
}

/** The states before, newest last: `keep` once a gesture, `back` for one of them. */
export function memory(most = 50) {
  const states = [];
  return {
    keep: (state) => {
      if (!isSame(states.at(-1), state)) states.push(state);
      if (states.length > most) states.shift();
    },
    back: () => states.pop(),
    empty: () => !states.length,
  };
}

/** The address of this page with a widget's state in it. */
export function writeLink(place, state) {
  const url = new URL(location.href);
  url.hash = `${place}=${encodeURIComponent(JSON.stringify(state))}`;
  return url.href;
}

/** What the text says in JSON, or null. */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The state that the address gives to the widget at `place`, undefined if it gives none. */
export function readLink(place) {
  const [name, text] = location.hash.slice(1).split("=");
  if (name !== place || !text) return undefined;
  try {
    return parse(decodeURIComponent(text));
  } catch {
    return null; // a sign that stands for no letter
  }
}

const LATER = 200; // ms: a hand that moves something writes once, not at every place

/** Keeps the state of the widget at `place`; another `start` forgets what was kept before. */
export function store(place, start) {
  const key = `unrolled ${location.pathname} ${place}`;
  const origin = JSON.stringify(start);
  let timer = 0;
  let last;
  const flush = () => {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    try {
      localStorage.setItem(key, JSON.stringify({ start: origin, state: last }));
    } catch {
      return; // the same, or no room
    }
  };
  addEventListener("pagehide", flush);
  return {
    read() {
      try {
        const kept = parse(localStorage.getItem(key));
        return kept?.start === origin ? kept.state : undefined;
      } catch {
        return undefined; // a page from a file may keep nothing
      }
    },
    write(state) {
      const { hash, pathname, search } = location;
      if (hash.startsWith(`#${place}=`)) history.replaceState(null, "", pathname + search);
      last = state;
      timer ||= setTimeout(flush, LATER);
    },
  };
}
