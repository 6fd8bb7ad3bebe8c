import { formatCalendarDay } from "@plumb/contract/figures.ts";
import { Id } from "@plumb/contract/endpoint.ts";
import type { FastifyRequest } from "fastify";
import type { Context } from "#core/context.ts";
import { prefixOfApiKey, projectOfApiKey, projectOfBrokenApiKey, tokenHash } from "#core/secrets.ts";
import { storable } from "#core/text.ts";
import { tokenOf } from "#http/caller.ts";
import { nobody, senderOf } from "./new-upload.ts";
import type { Sender } from "#store/uploads/uploads.ts";
import { sessionUser } from "#store/people/accounts.ts";
import { activeApiKeyByPrefix, anyApiKeyByHash } from "#store/projects/api-keys.ts";
import { membershipRole } from "#store/projects/members.ts";
import { projectExists } from "#store/projects/projects.ts";

export interface KnownSender {
  readonly projectId: number;
  readonly sender: Sender;
  /** Reason why its key is no longer valid; `null` if it is valid. */
  readonly ended: string | null;
  /** False if the request only started like a key of the project: nothing that it sent is stored, and it gets no link to the upload. */
  readonly isCertain: boolean;
}

/**
 * Returns the sender of a rejected request: a current or former key of the project, a user who can see the project, or someone with an incomplete key
 * of the project. Returns `null` otherwise, so that strangers cannot write to the upload list of a project.
 */
export async function knownSender(
  { db, clock }: Pick<Context, "clock" | "db">,
  request: FastifyRequest,
): Promise<KnownSender | null> {
  const token = tokenOf(request);
  if (token === undefined) return null;
  const projectId = projectOfApiKey(token);
  const key = projectId === null ? null : await anyApiKeyByHash(db, projectId, tokenHash(token));
  if (projectId !== null && key !== null) {
    const sender = { keyId: key.id, userId: null, name: storable(key.name) };
    return { projectId, sender, ended: whyEnded(key, clock()), isCertain: true };
  }
  const meantProject = projectOfBrokenApiKey(token);
  if (meantProject !== null) return brokenKey(db, meantProject, { prefix: prefixOfApiKey(token), now: clock() });
  const user = await sessionUser(db, tokenHash(token), clock());
  const named = Id.safeParse((request.query as Record<string, unknown>)["projectId"]).data;
  if (user === null || named === undefined) return null;
  const isTheirs =
    user.role === "ADMIN" ? await projectExists(db, named) : (await membershipRole(db, named, user.id)) !== null;
  return isTheirs
    ? { projectId: named, sender: senderOf({ kind: "user", user, token }), ended: null, isCertain: true }
    : null;
}

/** The prefix has four characters of the secret, so a stranger cannot guess it within the rate limit. */
async function brokenKey(
  db: Context["db"],
  projectId: number,
  at: { readonly prefix: string; readonly now: Date },
): Promise<KnownSender | null> {
  const key = await activeApiKeyByPrefix(db, projectId, at);
  if (key === null) return null;
  const ended = `The request had a wrong API key. It starts like ${key.name}, but is incomplete or mistyped. Nothing was stored. Copy the whole key, or create a new one.`;
  return { projectId, sender: nobody, ended, isCertain: false };
}

const day = (time: Date) => formatCalendarDay(time.toISOString().slice(0, 10));

function whyEnded(
  { name, revokedAt, expiresAt }: { name: string; revokedAt: Date | null; expiresAt: Date | null },
  now: Date,
): string | null {
  const advice = "Nothing was stored. Create a new key and replace it in the CI job.";
  if (revokedAt !== null) return `The API key ${name} was revoked on ${day(revokedAt)}. ${advice}`;
  if (expiresAt !== null && expiresAt <= now) return `The API key ${name} expired on ${day(expiresAt)}. ${advice}`;
  return null;
}
