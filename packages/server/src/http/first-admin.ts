import type { Context } from "#core/context.ts";
import { hashPassword } from "#core/secrets.ts";
import { accountExists, createFirstAdmin } from "#store/people/accounts.ts";

/** Creates the administrator on an empty database; an account that exists is never changed. */
export async function ensureAdmin(
  { db }: Pick<Context, "db">,
  given: { username: string; email: string; password: string },
): Promise<void> {
  if (await accountExists(db)) return;
  await createFirstAdmin(db, {
    username: given.username,
    email: given.email,
    passwordHash: await hashPassword(given.password),
  });
}
