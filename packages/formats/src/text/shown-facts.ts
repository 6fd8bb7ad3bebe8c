/** Maximum number of additional entries, because some reports contain all environment variables. */
const maxFacts = 30;
const longestName = 60;
const longestValue = 500;

const secretName =
  /secret|token|passw|pwd|passphrase|credential|private|auth(?!or(?!iz))|cookie|session|signature|dsn|connection.?string|(?:api|access|account|storage|encryption|signing).?key/i;
/** Keys of known services, JSON web tokens, and URLs with a password. */
const secretValue = /\b(?:gh[pousr]_|glpat-|xox[abeprs]-|AKIA|sk-|eyJ[\w-]{10,}\.)|:\/\/[^/\s:@]*:[^/\s@]+@|-----BEGIN/;

/**
 * Returns true if metadata can be displayed. Names and values that look like secrets are hidden, because reports often contain
 * them unintentionally.
 */
export function isVisible(name: string, value: string): boolean {
  return (
    name !== "" &&
    name.length <= longestName &&
    value !== "" &&
    value.length <= longestValue &&
    !secretName.test(name) &&
    !secretValue.test(value)
  );
}

/** Adds an entry unless it already has a value, looks like a secret, or the maximum number is reached. Returns true if it was added. */
export function addFact(facts: Record<string, string>, name: string, value: string): boolean {
  if (Object.hasOwn(facts, name) || Object.keys(facts).length >= maxFacts || !isVisible(name, value)) return false;
  facts[name] = value;
  return true;
}
