// What a scene says by the rules among its constants.
import { tell } from "./words.js";

/** Of a scene, what the rules say that its constants have by this name. */
export const said =
  (name) =>
  ({ constants, facts, texts }) =>
    tell(constants[name], facts, texts);

/** The end of a `derive`: what is known, and the task with its value in words. */
export const withTask = (scene, reached, { value }) => ({
  ...scene,
  task: { reached, value: tell(value, scene.facts, scene.texts) },
});
