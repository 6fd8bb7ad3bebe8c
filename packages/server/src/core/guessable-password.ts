import { commonPasswords } from "./common-passwords.ts";

/**
 * Returns what to say about a password that is guessed first: one of the most common, or a name of its own account. `undefined`
 * for any other.
 *
 * @param names User name, email address and name of the account.
 */
export function guessablePassword(password: string, names: readonly (string | null | undefined)[]): string | undefined {
  const typed = password.trim().toLowerCase();
  if (commonPasswords.has(typed)) return "This password is one of the most common ones. Choose another one";
  const own = names.flatMap((name) => (name ? [name.toLowerCase(), name.toLowerCase().split("@")[0]] : []));
  return own.includes(typed) ? "The password must not be your name or email address" : undefined;
}
