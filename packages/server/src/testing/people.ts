import type { ProjectRole, User } from "@plumb/contract/people/auth.ts";
import type { Context } from "#core/context.ts";
import { hashPassword } from "#core/password-hash.ts";
import { newSessionToken, tokenHash } from "#core/secrets.ts";
import { accountByEmail, createAccount, createFirstAdmin, createSession } from "#store/people/accounts.ts";
import { addMember } from "#store/projects/members.ts";

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly token: string;
}

interface Plumb {
  readonly context: Pick<Context, "db">;
  readonly time: { readonly now: Date };
}

/** Creates an account with a session but without a usable password, and gives it a role in a project if requested. */
export async function seedPerson(
  plumb: Plumb,
  name: string,
  scope: { role?: User["role"]; projectId?: number; projectRole?: ProjectRole } = {},
): Promise<Person> {
  const { db } = plumb.context;
  const email = `${name}@example.test`;
  const account = await createAccount(db, { username: email, email, passwordHash: "none", role: scope.role ?? "USER" });
  if (account === null) throw new Error(`${email} exists already.`);
  if (scope.projectId !== undefined) await addMember(db, scope.projectId, account.id, scope.projectRole ?? "USER");
  return { id: account.id, email, token: await seedSession(plumb, account.id) };
}

/** Creates a session of 30 days from the current time of the test. */
export async function seedSession({ context, time }: Plumb, userId: number): Promise<string> {
  const token = newSessionToken();
  const expiresAt = new Date(time.now.getTime() + 30 * 86_400_000);
  await createSession(context.db, { userId, tokenHash: tokenHash(token), userAgent: null, expiresAt, now: time.now });
  return token;
}

const adminEmail = "admin@example.test";
/** Shared by all tests of a worker, because hashing is slow on purpose. */
let adminHash: Promise<string> | undefined;

/** Returns the id of the administrator, who signs in as `admin` with "correct horse". Creates the account if it does not exist. */
export async function seedAdmin({ context: { db }, time }: Plumb): Promise<number> {
  const existing = await accountByEmail(db, adminEmail);
  if (existing !== null) return existing.id;
  const passwordHash = await (adminHash ??= hashPassword("correct horse"));
  const made = await createFirstAdmin(db, { username: "admin", email: adminEmail, passwordHash }, "", time.now);
  if (made === null) throw new Error("Somebody else is the first account here.");
  return made.id;
}
