// What plays: a number that goes from `min` to `max`, by itself, step by step, or by a slider.
import { act, button, range } from "./controls.js";
import { h } from "./dom.js";
import { GLIDE } from "./motion.js";
import { stripTags } from "./text.js";

/**
 * What a widget plays; `next`, `back` and `again` are steps of one where it gives no others.
 * ▶ starts with `from`, where there is one, instead of the next step.
 */
export function playback(widget, scene) {
  const it = widget.play?.(scene);
  if (!it) return null;
  const { min, max, value, to } = it;
  return {
    step: 1,
    every: 700,
    next: value < max && to(value + 1),
    back: value > min && to(value - 1),
    again: to(min),
    ...it,
  };
}

/** Starts and stops the clock of a widget that plays; with reduced motion, one step a press. */
export function makeClock(it) {
  let clock = 0;
  const current = () => playback(it.widget, it.scene);
  const stop = () => {
    clearInterval(clock);
    clock = 0;
    if (it.local.playing) it.show({ playing: false });
  };
  /** Steps that come faster than a glide lasts are one even motion. */
  const pace = ({ every }) => (every < GLIDE ? { lasts: every, even: true } : {});
  const tick = () => {
    const { next } = current();
    if (next) it.set(next, pace(current()));
    if (!next || !current().next) stop();
  };
  const play = () => {
    if (clock) return stop();
    const now = current();
    if (!now) return null; // nothing plays here
    it.fresh = true;
    const { next, again, from, every } = now;
    const isOn = next && !from;
    it.set(isOn ? next : from || again, isOn ? pace(current()) : { held: true }); // back at once
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return null;
    clock = setInterval(tick, every);
    return it.show({ playing: true });
  };
  return { play, stop };
}

/**
 * Play, pause, one step, and the slider that goes anywhere. With `under: [before, after]`, lengths
 * of CSS, it has a row of its own and is so far from both ends of it, as the axis is of a chart.
 */
export function player(it, { playing }, { play }) {
  if (!it) return null;
  const step = (label, title, to) => act({ label, title, to, disabled: !to });
  const sign = playing ? "❚❚" : "▶";
  const name = playing ? "Pause" : "Play";
  const look = it.under
    ? { class: "kit-player is-long", style: `--before: ${it.under[0]}; --after: ${it.under[1]}` }
    : { class: "kit-player" };
  return h(
    "div",
    { ...look, role: "group", "aria-label": stripTags(it.label) },
    step("◂", "One step back", it.back),
    button(sign, play, { class: "kit-button is-play", "aria-label": name }),
    step("▸", "One step on", it.next),
    range(it),
  );
}
