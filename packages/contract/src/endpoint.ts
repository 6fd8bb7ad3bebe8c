import { z } from "zod";

/**
 * Who can call an endpoint.
 *
 * - `public`: everyone. `user`: any signed-in account. `admin`: the system role ADMIN.
 * - `project:read|triage|manage`: viewer, user or lead of the requested project, or an administrator. API keys of the
 * project with the scope `read` also have `project:read`.
 * - `projects:read`: like `project:read`, for all projects that the caller can read unless one is given.
 * - `ingest`: API keys with the scope `ingest`, or users with triage permission in the project.
 * - `invite`: administrators and project leads; the project is checked with the invitation.
 * - `signed`: anyone with the URL, because the path contains a signature.
 * - `share`: share links only. They also have the endpoints of their target, which `http/share-access.ts` of the server lists.
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
  "share",
] as const;
export type Permission = (typeof permissions)[number];

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path with `:name` for parameters, in the syntax of Fastify. */
  readonly path: string;
  readonly summary: string;
  readonly allow: Permission;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Maximum size of the request body, `bodyBytes.usual` by default. The server stops reading larger bodies. */
  readonly bodyBytes?: number;
  /** The complete body of a successful response. */
  readonly response: Response;
}

/**
 * Size limits of request bodies: form fields, long texts, lists of up to 10,000 ids, fields with an image, and commits with their files. File uploads
 * have separate limits.
 */
export const bodyBytes = {
  usual: 64 * 1024,
  large: 1024 * 1024,
  list: 1024 * 1024,
  picture: 1024 * 1024,
  commits: 4 * 1024 * 1024,
} as const;

export const none = z.undefined();

/** Body of an endpoint that accepts a form with one file in the given field. Callers pass a `FormData`. */
export function fileForm(field: string) {
  return z.unknown().meta({ fileField: field });
}

export const empty = z.object({});

/** Declares an endpoint. The server, the client and the OpenAPI document all use this declaration. */
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

export function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "allow" in value;
}

/** Body of a successful response: `{success: true, data, …}`. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- no extra fields is exactly what is meant
export function success<Data extends z.ZodType, Extra extends z.ZodRawShape = Record<never, never>>(
  data: Data,
  extra: Extra = {} as Extra,
) {
  return z.object({ success: z.literal(true), data, ...extra });
}

/** Id of an object: `bigint` in the database, a number in JSON. */
export const Id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** Ids in a query: one or several, separated by commas; at most 200. */
export const IdList = z
  .string()
  .max(4000)
  .regex(/^\d{1,15}(?:,\d{1,15}){0,199}$/, "Ids separated by commas")
  .transform((text) => text.split(",").map(Number));

/** Fields of an address that determine the project of a call; the first one that is set decides. */
export const projectFields = ["projectId", "reportId", "exportId", "testCaseId", "annotationId"] as const;
export type ProjectField = (typeof projectFields)[number];

/** Fields of a body that determine the project if the address does not: the project, or reports, of which the first one decides. */
export const projectInBody = z
  .object({ projectId: Id.optional(), reportIds: z.tuple([Id], z.unknown()).optional() })
  .transform(({ projectId, reportIds }) => ({ projectId, reportId: reportIds?.[0] }));

/** A boolean in a query: `true`, `1`, `yes`, `on` and their opposites. */
export const flag = z.string().max(10).pipe(z.stringbool()).default(false);

/** Like `flag`, but `undefined` if the value is missing. */
export const optionalFlag = z.union([z.boolean(), z.string().max(10).pipe(z.stringbool())]).optional();

/** A timestamp in ISO 8601 with an offset; responses use UTC. */
export const Timestamp = z.iso.datetime({ offset: true });

/** Address of a web page that users can open. Schemes that a browser would run or pass to another program are rejected. */
export const WebAddress = z.url({ protocol: /^https?$/i });

/** A day in the reader's time zone (`2030-01-31`) or an exact timestamp. */
export const DayOrTimestamp = z
  .union([z.iso.date(), Timestamp])
  .refine((date) => date >= "1000" && date < "9999-12", "Choose a date in the year 1000 or later");
