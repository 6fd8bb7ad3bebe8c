import { type Endpoint, Id, none } from "@plumb/contract/endpoint.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Authorised, authorise, identify, isAboutOne } from "#http/caller.ts";
import type { Context } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { type SentFile, sendFile } from "#http/send-file.ts";

/** What a handler gets: everything checked, nothing raw. */
export interface Call<E extends Endpoint> extends Authorised {
  readonly params: z.output<E["params"]>;
  readonly query: z.output<E["query"]>;
  readonly body: z.output<E["body"]>;
  readonly context: Context;
  readonly now: Date;
  readonly request: FastifyRequest;
}

type Answer<E extends Endpoint> = Omit<z.input<E["response"]>, "success">;

/** Each leads to the project that a call is about. */
const nameInAddress = ["projectId", "reportId", "exportId"] as const;

const bodyNames = z.object({ projectId: Id.optional(), reportIds: z.array(Id).optional() });

export interface Api {
  /** Serves an endpoint: checks what comes in, who asks, and what goes out. */
  route<E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Promise<Answer<E>>): void;
  /** The same for an endpoint that answers a file. */
  file<E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Promise<SentFile>): void;
}

export function createApi(app: FastifyInstance, context: Context): Api {
  const serve = <E extends Endpoint>(
    endpoint: E,
    respond: (call: Call<E>, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ) =>
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const caller = await identify(context, request, endpoint.allow);
        const params = check(endpoint.params, request.params) as never;
        const query = check(endpoint.query, withoutEmpty(request.query as object)) as never;
        const address = { ...(query as object), ...(params as object) };
        const named = nameInAddress.some((name) => name in address) ? address : namedInBody(endpoint, request.body);
        refuseNul([params, query, request.body]);
        // Where none is meant, some clients send `{}`: it says nothing.
        const sent = endpoint.body === none ? undefined : (request.body ?? undefined);
        // What should have led to the project may be missing from the body: its own reasons say that better.
        if (endpoint.allow.startsWith("project:") && !isAboutOne(named)) check(endpoint.body, sent);
        const authorised = await authorise(context, caller, endpoint.allow, named);
        const body = check(endpoint.body, sent) as never;
        const call = { ...authorised, params, query, body, context, now: context.clock(), request };
        return respond(call, request, reply);
      },
    });
  return {
    route: (endpoint, handle) =>
      serve(endpoint, async (call, _request, reply) =>
        // Parsing also strips what the contract does not name: a new column cannot leak.
        reply.send(endpoint.response.parse({ success: true, ...(await handle(call)) })),
      ),
    file: (endpoint, handle) =>
      serve(endpoint, async (call, request, reply) => sendFile(request, reply, await handle(call))),
  };
}

/** Where the address names neither project nor report, the body may: the project, or reports of which the first one says it. */
function namedInBody(
  { allow }: Endpoint,
  body: unknown,
): { projectId?: number | undefined; reportId?: number | undefined } {
  if (!allow.startsWith("project:")) return {};
  const { projectId, reportIds } = check(bodyNames, body ?? {});
  return { projectId, reportId: reportIds?.[0] };
}

/** `?status=` says as little as no `status` at all: forms and other clients send what was not chosen that way. */
function withoutEmpty(query: object): object {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
}

/** PostgreSQL keeps every character but this one. */
function refuseNul(values: readonly unknown[]): void {
  // An even number of backslashes before it: the character itself, not a text that spells it out.
  if (/(?<!\\)(?:\\\\)*\\u0000/.test(JSON.stringify(values)))
    throw new Failure("invalid", "The text holds a character that cannot be kept (U+0000).");
}

/** @throws Failure `invalid` that names each field and what is wrong with it. */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.map((issue) =>
    issue.path.length > 0 ? `${issue.path.join(".")}: ${issue.message}` : issue.message,
  );
  throw new Failure("invalid", reasons.join(", "));
}
