import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/**
 * Guesses that an attacker needs at least. Sign-ins of an account are limited to 100 a minute, so this many take a week. Six random characters have it,
 * whereas words, years, sequences and their usual variations do not.
 */
const minGuesses = 1_000_000;
/** Characters that are estimated. The work grows with the square of the length, and a longer password is not easier to guess than its beginning. */
const maxCharacters = 24;

let estimator: Promise<ZxcvbnFactory> | undefined;

/**
 * Returns a message if a password is easy to guess, for example because it is common, or a name of its account. Otherwise `undefined`.
 *
 * @param names User name, email address and name of the account.
 */
export async function guessablePassword(
  password: string,
  names: readonly (string | null | undefined)[],
): Promise<string | undefined> {
  const typed = password.trim();
  const own = names.flatMap((name) => (name ? [name.toLowerCase(), ...name.toLowerCase().split("@", 1)] : []));
  if (own.includes(typed.toLowerCase())) return "The password must not be your name or email address";
  const estimate = await (estimator ??= loadEstimator());
  const { guesses, sequence } = estimate.check(typed.slice(0, maxCharacters), [
    "plumb",
    ...own.map((name) => name.slice(0, 100)),
  ]);
  if (guesses >= minGuesses) return undefined;
  return sequence.length === 1 && sequence[0]?.pattern === "dictionary"
    ? "This password is one of the most common ones. Choose another one"
    : "This password is easy to guess. Choose a longer one, for example several words";
}

/** Loads 2 MB of data on the first use, because most processes never set a password. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const { ZxcvbnFactory } = await import("@zxcvbn-ts/core");
  const { dictionary, adjacencyGraphs } = await import("@zxcvbn-ts/language-common");
  return new ZxcvbnFactory({
    dictionary: { passwords: dictionary["passwords-common"] },
    graphs: adjacencyGraphs,
    // Bounds the work for passwords in which many characters can stand for letters.
    l33tMaxSubstitutions: 8,
  });
}
