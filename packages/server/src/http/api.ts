import { bodyBytes, type Endpoint, Id, none } from "@plumb/contract/endpoint.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Authorised, authorise, identify, isAboutOne } from "#http/caller.ts";
import type { Context } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { type SentFile, sendFile } from "#http/send-file.ts";
import { refuseUnfit } from "#http/unfit-value.ts";

/** What a handler gets: everything checked, nothing raw, and of the context what its routes name. */
export interface Call<E extends Endpoint, Needs extends keyof Context = never> extends Authorised {
  readonly params: z.output<E["params"]>;
  readonly query: z.output<E["query"]>;
  readonly body: z.output<E["body"]>;
  readonly context: Pick<Context, Needs>;
  readonly now: Date;
  readonly request: FastifyRequest;
}

type Answer<E extends Endpoint> = Omit<z.input<E["response"]>, "success">;

/** Each leads to the project that a call is about. */
const nameInAddress = ["projectId", "reportId", "exportId"] as const;

const bodyNames = z.object({ projectId: Id.optional(), reportIds: z.tuple([Id], z.unknown()).optional() });

/** Whoever sends nonsense needs no complete list of what is wrong with it. */
const mostIssues = 10;

/** `Needs` says what of the context the routes use that are served with it. */
export interface Api<Needs extends keyof Context = never> {
  /** Serves an endpoint: checks what comes in, who asks, and what goes out. */
  route<E extends Endpoint>(endpoint: E, handle: (call: Call<E, Needs>) => Promise<Answer<E>>): void;
  /** The same for an endpoint that answers a file. */
  file<E extends Endpoint>(endpoint: E, handle: (call: Call<E, Needs>) => Promise<SentFile>): void;
}

export function createApi(app: FastifyInstance, context: Context): Api<keyof Context> {
  const serve = <E extends Endpoint>(
    endpoint: E,
    respond: (call: Call<E, keyof Context>, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ) =>
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.bodyBytes ?? bodyBytes.usual,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const caller = await identify(context, request, endpoint.allow);
        refuseUnfit([request.params, request.query, request.body]);
        const params = check(endpoint.params, request.params) as never;
        const query = check(endpoint.query, withoutEmpty(request.query as object)) as never;
        const address = { ...(query as object), ...(params as object) };
        const named = nameInAddress.some((name) => name in address) ? address : namedInBody(endpoint, request.body);
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

/** @throws Failure `invalid` that names the first fields that are wrong, and says what is wrong with each. */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues
    .slice(0, mostIssues)
    .map((issue) => (issue.path.length > 0 ? `${issue.path.join(".")}: ${issue.message}` : issue.message));
  const others = parsed.error.issues.length - reasons.length;
  throw new Failure("invalid", `${reasons.join(", ")}${others === 0 ? "" : ` (and ${others} more)`}`);
}
