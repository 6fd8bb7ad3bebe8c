import { bodyBytes, type Endpoint, none, projectFields, projectInBody } from "@plumb/contract/endpoint.ts";
import { fieldSentence } from "@plumb/contract/field-errors.ts";
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { type Authorised, authorise, identify, isAboutOne, type Caller } from "./caller.ts";
import type { Context } from "#core/context.ts";
import type { Reads } from "#core/read-router.ts";
import { ApiError, refusedFields } from "#core/api-error.ts";
import { actorOf } from "./actor.ts";
import { authoriseShared, authoriseSharedBody } from "./share-access.ts";
import { writerName } from "./remember-writes.ts";
import { type SentFile, sendFile } from "./send-file.ts";
import { refuseUnfit } from "./unfit-value.ts";

/** Argument of a handler: the validated request, and the parts of the context that the routes need. */
export interface Call<E extends Endpoint, Needs extends keyof Context = never> extends Authorised {
  readonly params: z.output<E["params"]>;
  readonly query: z.output<E["query"]>;
  readonly body: z.output<E["body"]>;
  readonly context: Pick<Context, Needs>;
  readonly now: Date;
  readonly request: FastifyRequest;
}

/** State of a call before its body is read. */
interface CallParts<E extends Endpoint> extends Pick<Call<E>, "caller" | "params" | "query"> {
  /** `null` if only the body contains the project. */
  readonly authorised: Authorised | null;
}

type Reply<E extends Endpoint> = Omit<z.input<E["response"]>, "success">;

/** Maximum number of field errors to report. */
const maxIssues = 10;

/** `Needs` lists the parts of the context that the routes use. */
export interface Api<Needs extends keyof Context = never> {
  /** Serves an endpoint: validates the request, checks permissions, and validates the response. */
  route<E extends Endpoint>(endpoint: E, handle: (call: Call<E, Needs>) => Promise<Reply<E>>): void;
  /**
   * Serves an endpoint that changes nothing, from the read replica if it has what the caller wrote. The database and the read models of `context` are
   * those of the replica. If it fails there, `handle` runs again on the primary.
   */
  read<E extends Endpoint>(endpoint: E, handle: (call: Call<E, Needs>) => Promise<Reply<E>>): void;
  /** Serves an endpoint that returns a file, with the same checks. */
  file<E extends Endpoint>(endpoint: E, handle: (call: Call<E, Needs>) => Promise<SentFile>): void;
}

export function createApi(app: FastifyInstance, context: Context): Api<keyof Context> {
  const serve = <E extends Endpoint>(
    endpoint: E,
    respond: (call: Call<E, keyof Context>, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
    config: FastifyContextConfig = {},
  ) => {
    const callParts = new WeakMap<FastifyRequest, CallParts<E>>();
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config,
      bodyLimit: endpoint.bodyBytes ?? bodyBytes.usual,
      // Reject unauthorised requests before reading the body.
      onRequest: async (request: FastifyRequest) => {
        const caller = await identify(context, request, endpoint.allow);
        refuseUnfit([request.params, request.query]);
        const params = check(endpoint.params, request.params) as CallParts<E>["params"];
        const query = check(endpoint.query, withoutEmpty(request.query as object)) as CallParts<E>["query"];
        const address = { ...(query as object), ...(params as object) };
        const isInBody = endpoint.allow.startsWith("project:") && !projectFields.some((name) => name in address);
        const authorised = await authoriseOrRecord(context, { caller, endpoint, request }, async () => {
          if (caller.kind === "share") return authoriseShared(caller, endpoint, { params, query }, isInBody);
          return isInBody ? null : authorise(context, caller, endpoint.allow, address);
        });
        callParts.set(request, { caller, params, query, authorised });
      },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const { caller, params, query, authorised } = callParts.get(request) as CallParts<E>;
        refuseUnfit(request.body);
        // Some clients send `{}` instead of an empty body; it is ignored.
        const sent = endpoint.body === none ? undefined : (request.body ?? undefined);
        const allowed =
          authorised ??
          (await authoriseOrRecord(context, { caller, endpoint, request }, async () =>
            caller.kind === "share"
              ? authoriseSharedBody(caller, endpoint, check(endpoint.body, sent))
              : authoriseByBody(context, caller, endpoint, sent),
          ));
        const body = check(endpoint.body, sent) as Call<E>["body"];
        return respond({ ...allowed, params, query, body, context, now: context.clock(), request }, request, reply);
      },
    });
  };
  return {
    route: (endpoint, handle) =>
      serve(endpoint, async (call, _request, reply) => sendJson(endpoint, await handle(call), reply)),
    read: (endpoint, handle) =>
      serve(
        endpoint,
        async (call, _request, reply) => {
          const needs = { caller: writerName(call.caller), projectId: call.projectId };
          const work = (reads: Reads) => handle({ ...call, context: { ...context, ...reads } });
          return sendJson(endpoint, await context.reads.read(needs, work), reply);
        },
        { changesNothing: true },
      ),
    file: (endpoint, handle) =>
      serve(endpoint, async (call, request, reply) => sendFile(request, reply, await handle(call))),
  };
}

/**
 * Parsing also removes fields that are not in the contract, so that a new column cannot leak. Responses are not cached, because they depend on the
 * caller.
 */
function sendJson<E extends Endpoint>(endpoint: E, body: Reply<E>, reply: FastifyReply): FastifyReply {
  return reply.header("cache-control", "no-store").send(endpoint.response.parse({ success: true, ...body }));
}

/** Records rejected calls by known callers in the audit log: one event per caller, call, address and hour. */
async function authoriseOrRecord<Result extends Authorised | null>(
  context: Pick<Context, "access" | "clock" | "db" | "log">,
  { caller, endpoint, request }: { caller: Caller; endpoint: Endpoint; request: FastifyRequest },
  ask: () => Promise<Result>,
): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (caller.kind !== "nobody" && error instanceof ApiError && error.code === "forbidden") {
      const actor = actorOf({ caller, request, now: context.clock() });
      const projectId = caller.kind === "user" ? null : caller.projectId;
      const targetName = `${endpoint.method} ${endpoint.path}`;
      await context.access
        .recordRefusedCall(context.db, actor, { projectId, targetName })
        .catch((cause: unknown) => context.log.error({ err: cause }, "a refused call could not be recorded"));
    }
    throw error;
  }
}

/** Authorises a call whose body determines the project. */
async function authoriseByBody(
  context: Context,
  caller: Caller,
  { allow, body }: Endpoint,
  sent: unknown,
): Promise<Authorised> {
  const named = check(projectInBody, sent ?? {});
  // If the project is missing, the errors about the whole body are more helpful.
  if (!isAboutOne(named)) check(body, sent);
  return authorise(context, caller, allow, named);
}

/** Removes empty values: forms and other clients send `?status=` if the status is not set. */
export function withoutEmpty(query: object): object {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
}

/** @throws ApiError `invalid` with the first field errors. */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: fieldSentence });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const full = issues.find(({ path }) => path.length === 0);
  if (full !== undefined) throw new ApiError("invalid", full.message);
  const fields: Record<string, string> = {};
  // Only the first error of each field is reported, because later errors often follow from it.
  for (const { path, message } of issues) fields[path.join(".")] ??= message;
  throw refusedFields(Object.fromEntries(Object.entries(fields).slice(0, maxIssues)));
}
