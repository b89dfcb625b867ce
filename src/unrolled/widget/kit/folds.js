// What is folded in is not drawn while a hand moves something, but once the hand rests.

const FOLDS = ["kit-more", "kit-numbers"];

/** The parts of a tree with one of these classes; a picture holds none. */
function foldsIn(tree) {
  if (typeof tree !== "object" || tree.tag === "svg") return [];
  const name = tree.props.class;
  return FOLDS.includes(name) ? [[name, tree]] : tree.children.flatMap(foldsIn);
}

/** Of what is drawn the folds that are shut, by name: none of it can be seen. */
export function shutFolds(node, tree) {
  const isShut = ([name]) => node.querySelector(`.${name}`)?.open === false;
  return Object.fromEntries(foldsIn(tree).filter(isShut));
}
