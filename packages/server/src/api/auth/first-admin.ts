import type { Context } from "#core/context.ts";
import { guessablePassword } from "#core/guessable-password.ts";
import { hashPassword } from "#core/password-hash.ts";
import { accountExists, createFirstAdmin } from "#store/people/accounts.ts";

/** Creates the administrator in an empty database; existing accounts are never changed. */
export async function ensureAdmin(
  { clock, db }: Pick<Context, "clock" | "db">,
  options: { username: string; email: string; password: string },
): Promise<void> {
  if (await accountExists(db)) return;
  const { username, email } = options;
  const guessable = await guessablePassword(options.password, [username, email]);
  if (guessable !== undefined) throw new Error(`PLUMB_ADMIN_PASSWORD cannot be used: ${guessable.toLowerCase()}.`);
  await createFirstAdmin(db, { username, email, passwordHash: await hashPassword(options.password) }, "", clock());
}
