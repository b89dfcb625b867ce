// Explanation is data: a rule is [condition, template], and the first that fits speaks.
// A condition is words that hold or, behind "!", do not; an empty one always fits.

/** The fact or text of this name; an error if there is none, or if it is of another type. */
function lookUp(kind, all, name, type) {
  if (typeof all[name] === type) return all[name];
  const got = Object.hasOwn(all, name) ? `${name} = ${all[name]}` : name;
  const known = Object.keys(all).join(", ");
  throw new Error(`${kind}: got ${got}, expected a ${type}, one of ${known}`);
}

function holds(condition, facts) {
  const words = condition.split(" ").filter(Boolean);
  const found = words.map((word) => {
    const fact = lookUp("fact", facts, word.replace("!", ""), "boolean");
    return word.startsWith("!") ? !fact : fact;
  });
  return found.every(Boolean); // all are looked up, so that none can be unknown
}

/** The sentence of the first rule that fits, {name} replaced by the text of this name; or "". */
export function say(rules, facts, texts) {
  const [rule] = rules.filter(([condition]) => holds(condition, facts)); // all are looked at
  if (!rule) return "";
  const [, template] = rule;
  return template.replace(/\{(\w+)\}/g, (_, name) => lookUp("text", texts, name, "string"));
}

/** What each list of rules says, one sentence after the other. */
export function tell(lists, facts, texts) {
  const sentences = lists.map((rules) => say(rules, facts, texts));
  return sentences.filter(Boolean).join(" ");
}
