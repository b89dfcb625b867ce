// Explanation is data: a rule is [condition, template], and the first that fits speaks.
// A condition is words that hold or, behind "!", do not; an empty one always fits.

const own = (kind, all, name, type) => {
  if (typeof all[name] === type) return all[name];
  const got = Object.hasOwn(all, name) ? `${name} = ${all[name]}` : name;
  const known = Object.keys(all).join(", ");
  throw new Error(`${kind}: got ${got}, expected a ${type}, one of ${known}`);
};

function fits(condition, facts) {
  const words = condition.split(" ").filter(Boolean);
  const fact = (word) => own("fact", facts, word.replace("!", ""), "boolean");
  const holds = (word) => fact(word) !== word.startsWith("!");
  return words.map(holds).every(Boolean); // all are looked up, so that none can be unknown
}

/** The sentence of the first rule that fits, {name} replaced by the text of this name; or "". */
export function say(rules, facts, texts) {
  const rule = rules.filter(([condition]) => fits(condition, facts))[0];
  return rule ? rule[1].replace(/\{(\w+)\}/g, (_, name) => own("text", texts, name, "string")) : "";
}

/** What each list of rules says, one sentence after the other. */
export const tell = (lists, facts, texts) =>
  lists
    .map((rules) => say(rules, facts, texts))
    .filter(Boolean)
    .join(" ");
