import { z } from "zod";

/**
 * Who can call an endpoint.
 *
 * - `public`: everyone. `user`: any signed-in account. `admin`: the system role ADMIN.
 * - `project:read|triage|manage`: viewer, user, lead of the requested project, or an administrator. API keys of the
 *   project with the scope `read` also have `project:read`.
 * - `projects:read`: the same, for all projects that the caller can read unless one is given.
 * - `ingest`: API keys with the scope `ingest`, or users with triage permission in the project.
 * - `invite`: administrators and project leads; the project is checked with the invitation.
 * - `signed`: the path has a signature.
 */
export const permissions = [
  "public",
  "user",
  "admin",
  "projects:read",
  "project:read",
  "project:triage",
  "project:manage",
  "ingest",
  "invite",
  "signed",
] as const;
export type Permission = (typeof permissions)[number];

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** With `:name` for parameters, as Fastify writes them. */
  readonly path: string;
  readonly summary: string;
  readonly allow: Permission;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** A larger body is refused while it arrives; `bodyBytes.usual` by default. */
  readonly bodyBytes?: number;
  /** The whole body of a success. */
  readonly response: Response;
}

/**
 * What bodies may take up: the fields of a form, lists and long texts, 10,000 ids, a picture among the fields. Files that are
 * uploaded have limits of their own.
 */
export const bodyBytes = { usual: 64 * 1024, large: 768 * 1024, list: 1024 * 1024, picture: 1024 * 1024 } as const;

export const none = z.undefined();

/** The body of an endpoint that takes a form with one file in this field; callers hand in a FormData. */
export function fileForm(field: string) {
  return z.unknown().meta({ fileField: field });
}

export const empty = z.object({});

/** Declares an endpoint once; server, client and the OpenAPI document read it. */
export function endpoint<
  Response extends z.ZodType,
  Params extends z.ZodType = typeof empty,
  Query extends z.ZodType = typeof empty,
  Body extends z.ZodType = typeof none,
>(declaration: {
  method: Endpoint["method"];
  path: string;
  summary: string;
  allow: Permission;
  params?: Params;
  query?: Query;
  body?: Body;
  bodyBytes?: number;
  response: Response;
}): Endpoint<Params, Query, Body, Response> {
  return {
    ...declaration,
    params: declaration.params ?? (empty as unknown as Params),
    query: declaration.query ?? (empty as unknown as Query),
    body: declaration.body ?? (none as unknown as Body),
  };
}

/** The envelope of a success: `{success: true, data, …}`. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- no extra fields is exactly what is meant
export function success<Data extends z.ZodType, Extra extends z.ZodRawShape = Record<never, never>>(
  data: Data,
  extra: Extra = {} as Extra,
) {
  return z.object({ success: z.literal(true), data, ...extra });
}

/** An id as it travels: `bigint` in the database, a JSON number here. */
export const Id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** A yes or no in a query: `true`, `1`, `yes`, `on` and their opposites. */
export const flag = z.string().max(10).pipe(z.stringbool()).default(false);

/** The same if a missing value differs from an empty one. */
export const optionalFlag = z.union([z.boolean(), z.string().max(10).pipe(z.stringbool())]).optional();

/** A moment as it travels: ISO 8601 in UTC. */
export const Moment = z.iso.datetime({ offset: true });

/** For a page that users may open: nothing that a browser would run or pass to another program. */
export const WebAddress = z.url({ protocol: /^https?$/i });

/** `2030-01-31`, a day in the reader's time zone, or an exact moment. */
export const DayOrMoment = z
  .union([z.iso.date(), Moment])
  .refine((date) => date >= "1000" && date < "9999-12", "Choose a date in the year 1000 or later");
