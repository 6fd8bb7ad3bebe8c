import type { Context } from "#core/context.ts";
import { hashPassword } from "#core/secrets.ts";
import { accountExists, createFirstAdmin } from "#store/people/accounts.ts";

/** Creates the administrator on an empty database; an account that exists is never changed. */
export async function ensureAdmin(
  { clock, db }: Pick<Context, "clock" | "db">,
  given: { username: string; email: string; password: string },
): Promise<void> {
  if (await accountExists(db)) return;
  const { username, email } = given;
  await createFirstAdmin(db, { username, email, passwordHash: await hashPassword(given.password) }, "", clock());
}
