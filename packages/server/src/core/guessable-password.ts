import { commonPasswords } from "./common-passwords.ts";

/**
 * Returns a message if a password is easy to guess: one of the most common, or a name of its account. Otherwise `undefined`.
 *
 * @param names User name, email address and name of the account.
 */
export function guessablePassword(password: string, names: readonly (string | null | undefined)[]): string | undefined {
  const typed = password.trim().toLowerCase();
  if (commonPasswords.has(typed)) return "This password is one of the most common ones. Choose another one";
  const own = names.flatMap((name) => (name ? [name.toLowerCase(), name.toLowerCase().split("@")[0]] : []));
  return own.includes(typed) ? "The password must not be your name or email address" : undefined;
}
