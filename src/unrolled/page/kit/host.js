// Hosts one widget on a page without a kernel: the anywidget model interface over a plain object.
(() => {
  const root = document.currentScript.parentElement;
  const [state, code] = root.querySelectorAll('script[type="application/json"], script[type="text/plain"]');
  const values = JSON.parse(state.textContent);
  const listeners = new Map();
  const changed = new Set();
  const call = (event, ...args) => [...(listeners.get(event) ?? [])].forEach((f) => f(...args));
  const model = {
    get: (name) => values[name],
    set(name, value) {
      if (values[name] === value) return;
      values[name] = value;
      changed.add(name);
      call(`change:${name}`, model, value);
    },
    save_changes() {
      if (changed.size) call("change", model);
      changed.clear();
    },
    on: (event, f) => listeners.set(event, (listeners.get(event) ?? new Set()).add(f)),
    off: (event, f) => (f ? listeners.get(event)?.delete(f) : listeners.delete(event)),
    send() {},
  };
  const source = code.textContent.replaceAll("<\\/script", "</script");
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const el = document.createElement("div");
  el.className = "explorable-live";
  root.append(el);
  import(url)
    .then((widget) => widget.default.render({ model, el }))
    .then((cleanUp) => {
      root.classList.add("is-live");
      root.addEventListener("explorable:remove", () => { cleanUp?.(); el.remove(); root.classList.remove("is-live"); }, { once: true });
    })
    .finally(() => URL.revokeObjectURL(url));
})();
