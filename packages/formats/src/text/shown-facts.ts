/** Facts other than those with known names; some people add whole environments. */
const maxFacts = 30;
const longestName = 60;
const longestValue = 500;

const secretName =
  /secret|token|passw|pwd|passphrase|credential|private|auth(?!or(?!iz))|cookie|session|signature|dsn|connection.?string|(?:api|access|account|storage|encryption|signing).?key/i;
/** Keys of known services, JSON web tokens, and addresses with a password in them. */
const secretValue = /\b(?:gh[pousr]_|glpat-|xox[abeprs]-|AKIA|sk-|eyJ[\w-]{10,}\.)|:\/\/[^/\s:@]*:[^/\s@]+@|-----BEGIN/;

/**
 * Returns whether a recorded fact can be shown. Names and values that look like secrets are hidden: reports contain
 * them more often than their authors know.
 */
export function isShown(name: string, value: string): boolean {
  return (
    name !== "" &&
    name.length <= longestName &&
    value !== "" &&
    value.length <= longestValue &&
    !secretName.test(name) &&
    !secretValue.test(value)
  );
}

/** Adds a fact unless it has a value already, looks like a secret, or there are enough. True if it was added. */
export function addFact(facts: Record<string, string>, name: string, value: string): boolean {
  if (Object.hasOwn(facts, name) || Object.keys(facts).length >= maxFacts || !isShown(name, value)) return false;
  facts[name] = value;
  return true;
}
