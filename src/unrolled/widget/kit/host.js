// Hosts the widgets of a page without a kernel: the anywidget model interface over a plain object.
function unrolledModel(values) {
  const [listeners, fresh] = [new Map(), new Set()];
  const call = (event) => [...(listeners.get(event) ?? [])].forEach((f) => f());
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
    on: (event, f) => listeners.set(event, (listeners.get(event) ?? new Set()).add(f)),
    off: (event, f) => (f ? listeners.get(event)?.delete(f) : listeners.delete(event)),
    send() {},
  };
}

/** Keeps `root` in view while what stands above it still grows, until the reader moves. */
function unrolledStay(root) {
  const grown = new ResizeObserver(() => root.scrollIntoView());
  const leave = () => grown.disconnect();
  grown.observe(document.body);
  for (const moved of ["wheel", "pointerdown", "keydown"]) {
    addEventListener(moved, leave, { once: true, passive: true });
  }
  setTimeout(leave, 5000);
}

/** Two of a kind on a page have places of their own. */
function unrolledPlace(root) {
  const { place } = root.dataset;
  const alike = [...document.querySelectorAll(`[data-place^="${place}"]`)].filter(
    (one) => one.dataset.place.replace(/-\d+$/, "") === place,
  );
  if (alike[0] !== root) root.dataset.place += `-${alike.length}`;
}

// Where an element has this id, as a page of this title has, its name stands for the element.
window.unrolled =
  typeof window.unrolled === "function"
    ? window.unrolled
    : (root) => {
        const held = (kind) => root.querySelector(`script[type="${kind}"]`);
        const model = unrolledModel(JSON.parse(held("application/json").textContent));
        // A source that several widgets share is on the page once.
        const found = (selector) => [...document.querySelectorAll(selector)];
        const source = (name) =>
          found(`script[data-source="${name}"]`).find((one) => one.textContent).textContent;
        unrolledPlace(root);

        async function start() {
          const code = root.dataset.sources
            .split(" ")
            .map(source)
            .join("\n")
            .replaceAll("<\\/script", "</script");
          const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
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
        const near = new IntersectionObserver(
          (entries) => {
            if (!entries.some((entry) => entry.isIntersecting)) return;
            near.disconnect();
            start();
          },
          { rootMargin: "100% 0px" },
        );
        near.observe(root);
        const linked = () => location.hash.startsWith(`#${root.dataset.place}=`);
        if (linked()) unrolledStay(root);
        addEventListener("hashchange", () => {
          if (linked()) location.reload();
        });
      };
