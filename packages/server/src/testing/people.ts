import type { ProjectRole, User } from "@plumb/contract/people/auth.ts";
import { newSessionToken, tokenHash } from "#core/secrets.ts";
import { createAccount, createSession } from "#store/people/accounts.ts";
import { addMember } from "#store/projects/members.ts";
import type { TestApp } from "#testing/app.ts";

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly token: string;
}

/** An account with a session but without a password that anybody could type, and its role in a project if one is given. */
export async function seedPerson(
  plumb: Pick<TestApp, "context" | "time">,
  name: string,
  place: { role?: User["role"]; projectId?: number; projectRole?: ProjectRole } = {},
): Promise<Person> {
  const { db } = plumb.context;
  const email = `${name}@example.test`;
  const account = await createAccount(db, { username: email, email, passwordHash: "none", role: place.role ?? "USER" });
  if (account === null) throw new Error(`${email} exists already.`);
  if (place.projectId !== undefined) await addMember(db, place.projectId, account.id, place.projectRole ?? "USER");
  return { id: account.id, email, token: await seedSession(plumb, account.id) };
}

/** A session of 30 days from the test's moment. */
export async function seedSession(
  { context, time }: Pick<TestApp, "context" | "time">,
  userId: number,
): Promise<string> {
  const token = newSessionToken();
  const expiresAt = new Date(time.now.getTime() + 30 * 86_400_000);
  await createSession(context.db, { userId, tokenHash: tokenHash(token), userAgent: null, expiresAt, now: time.now });
  return token;
}
