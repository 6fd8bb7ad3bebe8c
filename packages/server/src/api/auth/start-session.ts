import { dayMs } from "@plumb/contract/durations.ts";
import type { FastifyRequest } from "#http/fastify.ts";
import { newSessionToken, tokenHash } from "#core/secrets.ts";
import { createSession } from "#store/people/accounts.ts";
import type { Db } from "#store/db.ts";

const sessionDays = 30;

/** Creates a session of the account and returns its token. */
export async function startSession(
  db: Db,
  { request, now }: { request: FastifyRequest; now: Date },
  userId: number,
): Promise<string> {
  const token = newSessionToken();
  const userAgent = request.headers["user-agent"]?.slice(0, 300) ?? null;
  const expiresAt = new Date(now.getTime() + sessionDays * dayMs);
  await createSession(db, { userId, tokenHash: tokenHash(token), userAgent, now, expiresAt });
  return token;
}
