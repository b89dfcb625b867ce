// Hosts the widgets of a page without a kernel: the anywidget model interface over a plain object.
function unrolledModel(values) {
  const listeners = new Map();
  const fresh = new Set();

  const call = (event) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener();
  };

  return {
    get: (name) => values[name],
    set(name, value) {
      if (values[name] === value) return;
      values[name] = value;
      fresh.add(name);
      call(`change:${name}`);
    },
    save_changes() {
      if (fresh.size) call("change");
      fresh.clear();
    },
    on(event, listener) {
      if (!listeners.has(event)) listeners.set(event, new Set());
      listeners.get(event).add(listener);
    },
    off(event, listener) {
      if (listener) listeners.get(event)?.delete(listener);
      else listeners.delete(event);
    },
    send() {},
  };
}

/** What the address names, an explorable or any place of the page. */
function unrolledTarget() {
  const [name] = location.hash.slice(1).split("=");
  const place = document.querySelector(`[data-place="${CSS.escape(name)}"]`);
  return place ?? document.getElementById(decodeURIComponent(name));
}

/** Keeps what the address names in view while what is above it still grows, until one moves. */
function unrolledStay() {
  const watcher = new ResizeObserver(() => unrolledTarget()?.scrollIntoView());
  const leave = () => watcher.disconnect();
  watcher.observe(document.body);
  for (const event of ["wheel", "pointerdown", "keydown"]) {
    addEventListener(event, leave, { once: true, passive: true });
  }
  setTimeout(leave, 5000);
}

/** Two of a kind on a page have places of their own. */
function unrolledPlace(root) {
  const { place } = root.dataset;
  const namesakes = [...document.querySelectorAll(`[data-place^="${place}"]`)].filter(
    (one) => one.dataset.place.replace(/-\d+$/, "") === place,
  );
  if (namesakes[0] !== root) root.dataset.place += `-${namesakes.length}`;
}

/** The code of a widget; a source that several widgets share is on the page once. */
function unrolledCode(root) {
  const sources = root.dataset.sources.split(" ").map((name) => {
    const all = [...document.querySelectorAll(`script[data-source="${name}"]`)];
    return all.find((script) => script.textContent).textContent;
  });
  return sources.join("\n").replaceAll("<\\/script", "</script");
}

async function unrolledStart(root, model) {
  const blob = new Blob([unrolledCode(root)], { type: "text/javascript" });
  const url = URL.createObjectURL(blob);
  const el = document.createElement("div");
  el.className = "explorable-live";
  try {
    const { default: widget } = await import(url);
    root.append(el);
    const cleanUp = widget.render({ model, el });
    root.classList.add("is-live");
    const remove = () => {
      cleanUp();
      el.remove();
      root.classList.remove("is-live");
    };
    root.addEventListener("explorable:remove", remove, { once: true });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Whether the reader would say that it is on the screen: the middle of the window lies in it. */
function unrolledInView(root) {
  const { top, bottom } = root.getBoundingClientRect();
  return top < innerHeight / 2 && bottom > innerHeight / 2;
}

/** The space bar plays what is in view, as long as nothing has the focus. */
function unrolledSpace(event) {
  if (event.key !== " " || event.repeat || document.activeElement !== document.body) return;
  const roots = [...document.querySelectorAll(".explorable.is-live")];
  const button = roots.find(unrolledInView)?.querySelector(".explorable-live .is-play");
  if (!button) return;
  event.preventDefault();
  button.click();
}

/** On paper stands what is there without scripts: the question, its answer and their picture. */
function unrolledPaper() {
  for (const unread of document.querySelectorAll("noscript.explorable-paper")) {
    const paper = document.createElement("div");
    paper.className = "explorable-paper";
    paper.innerHTML = unread.textContent;
    unread.after(paper);
  }
}

function unrolledScreen() {
  for (const paper of document.querySelectorAll("div.explorable-paper")) paper.remove();
}

/** What all explorables of a page have in common. */
function unrolledPage() {
  addEventListener("keydown", unrolledSpace);
  addEventListener("beforeprint", unrolledPaper);
  addEventListener("afterprint", unrolledScreen);
  if (location.hash) unrolledStay();
}

function unrolledHost(root) {
  const held = root.querySelector('script[type="application/json"]').textContent;
  const model = unrolledModel(JSON.parse(held));
  unrolledPlace(root);
  const near = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      near.disconnect();
      unrolledStart(root, model);
    },
    { rootMargin: "100% 0px" },
  );
  near.observe(root);
  const isLinked = () => location.hash.startsWith(`#${root.dataset.place}=`);
  addEventListener("hashchange", () => {
    if (isLinked()) location.reload();
  });
}

// Where an element has this id, as a page of this title has, its name stands for the element.
if (typeof window.unrolled !== "function") {
  window.unrolled = unrolledHost;
  unrolledPage();
}
