// What plays: a number that goes from `min` to `max`, by itself, step by step, or by a slider.
import { act, button, range } from "./controls.js";
import { h } from "./dom.js";

const plain = (html) => html.replace(/<[^>]+>/g, "");

/** What a widget plays; `next`, `back` and `again` are steps of one where it gives no others. */
export function played(widget, scene) {
  const it = widget.play?.(scene);
  if (!it) return null;
  const { min, max, value, to } = it;
  const steps = { next: value < max && to(value + 1), back: value > min && to(value - 1) };
  return { step: 1, every: 700, ...steps, again: to(min), ...it };
}

/** Starts and stops the clock of a widget that plays; with reduced motion, one step a press. */
export function clocked(it) {
  let clock = 0;
  const stop = () => {
    clearInterval(clock);
    clock = 0;
    if (it.local.playing) it.show({ playing: false });
  };
  const tick = () => {
    const { next } = played(it.widget, it.scene);
    if (next) it.set(next);
    if (!next || !played(it.widget, it.scene).next) stop();
  };
  const play = () => {
    if (clock) return stop();
    it.fresh = true;
    const { next, again, every } = played(it.widget, it.scene);
    it.set(next || again);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return null;
    clock = setInterval(tick, every);
    return it.show({ playing: true });
  };
  return { play, stop };
}

/** Play, pause, one step, and the slider that goes anywhere. */
export function player(it, { playing }, { play }) {
  if (!it) return null;
  const step = (label, title, to) => act({ label, title, to, disabled: !to });
  const name = playing ? "Pause" : "Play";
  return h(
    "div",
    { class: "kit-player", role: "group", "aria-label": plain(it.label) },
    step("◂", "One step back", it.back),
    button(playing ? "❚❚" : "▶", play, { class: "kit-button is-play", "aria-label": name }),
    step("▸", "One step on", it.next),
    range(it),
  );
}
