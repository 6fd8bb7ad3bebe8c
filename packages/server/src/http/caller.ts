import type { ApiKeyScope } from "@plumb/contract/projects/api-keys.ts";
import { roleAllows, type User } from "@plumb/contract/people/auth.ts";
import { type Permission, type ProjectField, projectFields } from "@plumb/contract/endpoint.ts";
import type { FastifyRequest } from "fastify";
import type { Context } from "#core/context.ts";
import { ApiError, refusedFields } from "#core/api-error.ts";
import { createAttemptLimit } from "#core/attempt-limit.ts";
import { projectOfApiKey, projectOfShareToken, tokenHash } from "#core/secrets.ts";

type WorkingShareLink = NonNullable<Awaited<ReturnType<Context["access"]["shareLinkByHash"]>>>;

export type Caller =
  | { readonly kind: "nobody" }
  | { readonly kind: "user"; readonly user: User; readonly token: string }
  | {
      readonly kind: "key";
      readonly keyId: number;
      readonly name: string;
      readonly projectId: number;
      readonly scopes: readonly string[];
    }
  | { readonly kind: "share"; readonly projectId: number; readonly link: WorkingShareLink };

/**
 * Returns the caller as a user.
 *
 * @throws ApiError `forbidden` for an API key or a share link, which have no account.
 */
export function signedIn(caller: Caller): Extract<Caller, { kind: "user" }> {
  if (caller.kind === "share") throw notShared();
  if (caller.kind !== "user") throw new ApiError("forbidden", "An API key has no account. Sign in instead.");
  return caller;
}

/** Returns the caller's time zone, the default if a request contains none. */
export function zoneOf(caller: Caller): string {
  return caller.kind === "user" ? caller.user.timezone : "UTC";
}

const callers = new WeakMap<FastifyRequest, Caller>();

/** Returns the caller of a request; undefined if it was not identified. */
export function callerOf(request: FastifyRequest): Caller | undefined {
  return callers.get(request);
}

/**
 * Identifies the caller, before any other check.
 *
 * @throws ApiError `unauthenticated` if a caller is required, and for an invalid or expired token or key.
 */
export async function identify(
  context: Pick<Context, "access" | "clock" | "db">,
  request: FastifyRequest,
  allow: Permission,
): Promise<Caller> {
  const caller = await findCaller(context, request, allow);
  callers.set(request, caller);
  return caller;
}

async function findCaller(
  { access, clock, db }: Pick<Context, "access" | "clock" | "db">,
  request: FastifyRequest,
  allow: Permission,
): Promise<Caller> {
  if (allow === "public" || allow === "signed") return { kind: "nobody" };
  const apiKey = request.headers["x-api-key"];
  const token = tokenOf(request);
  if (token === undefined) throw new ApiError("unauthenticated", "Please log in.");
  const now = clock();
  const link = await findShareLink({ access, clock, db }, request, token);
  if (link === null) throw shareLinkEnded();
  if (link !== undefined) return { kind: "share", projectId: link.projectId, link };
  if (token.startsWith("plumb_") || apiKey !== undefined) {
    const projectId = projectOfApiKey(token);
    const key = projectId === null ? null : await access.apiKeyByHash(db, projectId, tokenHash(token), now);
    if (projectId === null || key === null) throw wrongKey();
    return { kind: "key", keyId: key.id, name: key.name, projectId, scopes: key.scopes };
  }
  const user = sessionToken.test(token) ? await access.sessionUser(db, tokenHash(token), now) : null;
  if (user === null) throw sessionToken.test(token) ? sessionEnded() : wrongKey();
  return { kind: "user", user, token };
}

/**
 * Returns the share link of a token: `null` if it does not work, `undefined` if the token is not of a share link.
 *
 * @throws ApiError `rate_limited` after many wrong links
 */
export async function findShareLink(
  { access, clock, db }: Pick<Context, "access" | "clock" | "db">,
  request: FastifyRequest,
  token: string,
): Promise<WorkingShareLink | null | undefined> {
  const projectId = projectOfShareToken(token);
  if (projectId === null) return undefined;
  const now = clock();
  const link = await access.shareLinkByHash(db, projectId, tokenHash(token), now);
  if (link === null) await wrongShareLinks.count({ db, key: request.ip, now });
  return link;
}

/** Format of session tokens (`newSessionToken`). Any other value is treated as an API key. */
const sessionToken = /^[\w-]{43}$/;

/** Only counts links that do not work, so that the holders of a link are not affected. */
const wrongShareLinks = createAttemptLimit("share link from an address", { max: 30, windowMs: 60_000 });

/** One message for links that are unknown, have expired or were revoked, so that callers cannot distinguish them. */
function shareLinkEnded(): ApiError {
  return new ApiError(
    "unauthenticated",
    "This link has ended, or its address is incomplete. Ask the person who sent it for a new one.",
  );
}

/** Error for everything that a share link does not show. */
export function notShared(): ApiError {
  return new ApiError("forbidden", "This link does not show that. Sign in to see more.");
}

function wrongKey(): ApiError {
  return new ApiError("unauthenticated", "This API key is not valid: it is mistyped, has expired or was revoked.");
}

function sessionEnded(): ApiError {
  return new ApiError("unauthenticated", "Your session has expired. Please log in again.");
}

/** Returns the session token or API key of a request. */
export function tokenOf({ headers }: Pick<FastifyRequest, "headers">): string | undefined {
  const apiKey = headers["x-api-key"];
  return typeof apiKey === "string" ? apiKey : /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1];
}

/** Scope that an API key needs for a permission. Other permissions need an account. */
const scopeFor: Partial<Record<Permission, ApiKeyScope>> = {
  "projects:read": "read",
  "project:read": "read",
  ingest: "ingest",
};

/** Fields of a call that determine its project. */
type Named = Readonly<Partial<Record<ProjectField, unknown>>>;
export type Authorising = Pick<Context, "access" | "db">;

export interface Authorised {
  readonly caller: Caller;
  /** Project of the call; 0 if the call has no project, or concerns all projects that the caller can read. */
  readonly projectId: number;
}

/**
 * Authorises the call.
 *
 * @throws ApiError `forbidden`, or `not_found` for objects whose existence the caller must not learn.
 */
export async function authorise(
  context: Authorising,
  caller: Caller,
  allow: Permission,
  named: Named,
): Promise<Authorised> {
  const { access, db } = context;
  if (allow === "public" || allow === "signed") return { caller, projectId: 0 };
  if (caller.kind === "nobody") throw new ApiError("unauthenticated", "Please log in.");
  if (caller.kind === "key") return { caller, projectId: await projectForKey(context, caller, allow, named) };
  // `createApi` checks what a link may read. All other routes reject it.
  if (caller.kind === "share") throw notShared();
  if (allow === "share") throw new ApiError("forbidden", "Only a share link can read this.");
  if (allow === "user") return { caller, projectId: 0 };
  const { role, id: userId } = caller.user;
  if (allow === "admin") {
    if (role !== "ADMIN") throw new ApiError("forbidden", "Only an administrator can do this.");
    return { caller, projectId: 0 };
  }
  if (allow === "invite") {
    if (role !== "ADMIN" && !(await access.leadsAnyProject(db, userId)))
      throw new ApiError("forbidden", "Only an administrator or a project lead can invite people.");
    return { caller, projectId: 0 };
  }
  if (allow === "projects:read" && !isAboutOne(named)) return { caller, projectId: 0 };
  const projectId = await projectNamed(context, named);
  if (role === "ADMIN") {
    if (!(await access.projectExists(db, projectId))) throw nothingHere(context, named);
  } else {
    const member = await access.membershipRole(db, projectId, userId);
    if (member === null) throw nothingHere(context, named);
    if (!roleAllows(member, allow)) throw new ApiError("forbidden", "Your role in this project does not allow this.");
  }
  // API keys need no check, because an example project has none.
  if (allow === "ingest" && (await access.isExampleProject(db, projectId))) throw onlyExamples();
  return { caller, projectId };
}

/** Error for what would add reports of users to example data, which is deleted as a whole. */
export function onlyExamples(): ApiError {
  return new ApiError(
    "conflict",
    "This project has example data only, and accepts no reports. Nothing was saved. Send them to a project of your own.",
  );
}

async function projectForKey(
  context: Authorising,
  caller: Extract<Caller, { kind: "key" }>,
  allow: Permission,
  named: Named,
): Promise<number> {
  const scope = scopeFor[allow];
  if (scope === undefined) throw new ApiError("forbidden", "API keys cannot do this. Sign in instead.");
  if (!caller.scopes.includes(scope))
    throw new ApiError("forbidden", `This API key cannot do this: it does not have the scope "${scope}".`);
  if (named.projectId !== undefined && named.projectId !== caller.projectId)
    throw new ApiError("forbidden", "This API key belongs to another project. Nothing was saved.");
  if (!(await context.access.projectExists(context.db, caller.projectId)))
    throw new ApiError("not_found", "The project of this API key has been deleted. Nothing was saved.");
  // A key may omit the project, but objects that are read by id must belong to it.
  if (isAboutOne(named) && (await projectNamed(context, named)) !== caller.projectId) throw nothingHere(context, named);
  return caller.projectId;
}

/** Returns true if a field determines the project. */
export function isAboutOne(named: Named): boolean {
  return projectFields.some((field) => named[field] !== undefined);
}

/** Missing objects and objects of other projects have the same message, so that callers cannot distinguish them. */
function nothingHere({ access }: Authorising, named: Named): ApiError {
  const field = decidingField(named);
  const missing = field && access.projectLookups[field].missing;
  return new ApiError("not_found", missing ?? "This does not exist, or you are not a member of its project.");
}

function decidingField(named: Named): ProjectField | undefined {
  return projectFields.find((field) => typeof named[field] === "number");
}

async function projectNamed(context: Authorising, named: Named): Promise<number> {
  const field = decidingField(named);
  if (field === undefined) throw refusedFields({ projectId: "Project ID is required" });
  const projectId = await context.access.projectLookups[field].find(context.db, named[field] as number);
  if (projectId === null) throw nothingHere(context, named);
  return projectId;
}
