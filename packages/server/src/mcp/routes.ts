import type { McpServer } from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { ApiError } from "#core/api-error.ts";
import type { Context } from "#core/context.ts";
import { createRateLimit } from "#core/rate-limit.ts";
import { createSemaphore } from "#core/semaphore.ts";
import { authorise, type Caller, identify } from "#http/caller.ts";
import { apiCaller } from "./caller.ts";
import { fenceNote } from "./fenced.ts";
import { readTools } from "./read-tools.ts";
import { projectIdInput, type Tool, type ToolCall } from "./tool.ts";
import { toolSchema } from "./tool-schema.ts";
import { tolerate } from "./tolerate.ts";
import { writeTools } from "./write-tools.ts";

const path = "/mcp";
const maxBodyBytes = 256 * 1024;
/** Maximum number of messages per request. Each can call a tool. */
const maxMessages = 20;
const tools = [...readTools, ...writeTools];
/** Maximum number of tool calls per key, or per user without a key. Explaining a failure takes up to 100 ms of processor time. */
const maxCalls = 60;
const windowMs = 60_000;

/** Serves the Model Context Protocol over HTTP, without sessions, so that each request can go to any server. */
export function mcpRoutes(app: FastifyInstance, context: Context): void {
  const limit = createRateLimit({
    max: maxCalls,
    windowMs,
    clock: context.clock,
    refusal: `Plumb allows ${maxCalls} tool calls a minute, and you have used them.`,
  });
  // Tools call the API, whose routes remember what they change.
  app.post(path, { bodyLimit: maxBodyBytes, config: { changesNothing: true } }, async (request, reply) => {
    refuseOtherSites(request, context.config.publicUrl);
    const caller = await identify(context, request, "project:read").catch((error: unknown) => {
      // Clients need it to detect a missing or wrong key.
      reply.header("www-authenticate", 'Bearer realm="Plumb"');
      throw error;
    });
    // Loads the library on the first request, because most servers have no agents.
    const library = await import("@modelcontextprotocol/server");
    const base = { api: apiCaller(app, request), caller, context, publicUrl: context.publicUrl(), address: request.ip };
    // Otherwise, a request with many messages would use all database connections.
    const oneAtATime = createSemaphore(1);
    const admit = async <Value>(work: () => Promise<Value>) => {
      limit.count(keyOf(caller));
      return oneAtATime.take(noAbort, work);
    };
    const serve = () =>
      withTools(
        new library.McpServer(
          { name: "plumb", version: context.version },
          { instructions, capabilities: { tools: { listChanged: false } } },
        ),
        context,
        base,
        { request, admit },
      );
    const handler = library.createMcpHandler(serve, {
      onerror: (error) => context.log.warn({ err: error }, "a request of an agent was rejected"),
      // Plumb sends no messages on its own, so a subscription would only occupy a connection.
      maxSubscriptions: 0,
    });
    if (Array.isArray(request.body) && request.body.length > maxMessages)
      throw new ApiError("invalid", `A request can have at most ${maxMessages} messages.`);
    const body = tolerate(request.body, tools);
    const response = await handler.fetch(webRequest(request, context.publicUrl()), { parsedBody: body });
    return send(reply, response, acceptsEventsOnly(request));
  });
  // The server has no sessions, so clients can neither open a stream nor end one.
  app.route({
    method: ["GET", "DELETE"],
    url: path,
    handler: (_request, reply) => reply.code(405).header("allow", "POST").send({ success: false, error: "Use POST." }),
  });
}

function withTools(
  server: McpServer,
  context: Context,
  base: Omit<ToolCall, "projectId">,
  about: AgentRequest,
): McpServer {
  for (const each of tools) register(server, each, context, base, about);
  return server;
}

interface AgentRequest {
  readonly request: FastifyRequest;
  /** Runs a tool call after the other calls in the request. */
  readonly admit: <Value>(work: () => Promise<Value>) => Promise<Value>;
}

const noAbort = new AbortController().signal;

/** A user's sessions share a limit. */
function keyOf(caller: Caller): string {
  if (caller.kind === "key") return `key ${caller.keyId}`;
  return caller.kind === "user" ? `user ${caller.user.id}` : "nobody";
}

const named = z.object(projectIdInput);
const schemas = new Map(tools.map((each) => [each.name, toolSchema(each)]));
/** Explains what all tools have in common, once. */
const instructions = `${fenceNote} A query has filters and words, such as branch:main owner:@a,@b -tag:smoke cart; an error in it lists the known fields. Tools need project_id only without an API key. If an answer ends with a cursor, the same call with this cursor continues it. Calls that write can be repeated: they return what exists.`;

function register(
  server: McpServer,
  { name, title, description, input, readOnly, run }: Tool,
  context: Context,
  base: Omit<ToolCall, "projectId">,
  { request, admit }: AgentRequest,
): void {
  const inputSchema = schemas.get(name);
  if (inputSchema === undefined) throw new Error(`The tool ${name} has no schema.`);
  const config = {
    title,
    description,
    inputSchema,
    // The hints about writing only apply to tools that write.
    annotations: {
      readOnlyHint: readOnly,
      ...(!readOnly && { destructiveHint: false, idempotentHint: true }),
      openWorldHint: false,
    },
  };
  server.registerTool(name, config, async (options) => {
    try {
      const text = await admit(async () => {
        const { projectId } = await projectOf(context, base, named.parse(options).project_id, readOnly);
        return run({ ...base, projectId }, input.parse(options) as never);
      });
      return { content: [{ type: "text" as const, text }] };
    } catch (error) {
      if (error instanceof ApiError) return refusal(error.message);
      context.log.error({ err: error, tool: name, request: request.id }, "a tool of an agent failed");
      return refusal("This failed on the server. The administrator finds the reason in its log.");
    }
  });
}

function refusal(text: string) {
  return { content: [{ type: "text" as const, text }], isError: true };
}

/** Checks that the caller may read the project, or triage in it. A key belongs to one project. */
async function projectOf(
  context: Context,
  { caller }: Pick<ToolCall, "caller">,
  projectId: number | undefined,
  readOnly: boolean,
) {
  if (caller.kind === "user" && projectId === undefined)
    throw new ApiError("invalid", "Give the project_id, or use an API key of the project.");
  // The tool checks a key's write scope.
  const allow = caller.kind === "user" && !readOnly ? "project:triage" : "project:read";
  return authorise(context, caller, allow, { projectId });
}

/**
 * Browsers send `Origin`. Only agents may call this endpoint, so pages of other sites are rejected. If there is a public URL, the requested host is
 * not compared: another site can let its own name resolve to this server (DNS rebinding), and both are then equal.
 */
function refuseOtherSites({ headers, host }: FastifyRequest, publicUrl: string | undefined): void {
  const { origin } = headers;
  if (origin === undefined) return;
  const input = URL.parse(origin);
  const isOwn = publicUrl === undefined ? input?.host === host : input?.origin === new URL(publicUrl).origin;
  if (!isOwn) throw new ApiError("forbidden", "This endpoint cannot be called from another website.");
}

function webRequest({ headers, url, body }: FastifyRequest, publicUrl: string): Request {
  const input = new Headers();
  for (const [name, value] of Object.entries(headers)) if (typeof value === "string") input.set(name, value);
  input.delete("content-length");
  // The library rejects clients that accept only one of the two.
  input.set("accept", "application/json, text/event-stream");
  // The client and the server agree on a version by this message, so the server must not reject an unknown version.
  if (isInitialize(body)) input.delete("mcp-protocol-version");
  return new Request(new URL(url, publicUrl), { method: "POST", headers: input, body: "{}" });
}

function isInitialize(body: unknown): boolean {
  return typeof body === "object" && body !== null && "method" in body && body.method === "initialize";
}

/** Some clients only handle an event stream, although the protocol requires them to accept both. */
function acceptsEventsOnly({ headers: { accept = "*/*" } }: FastifyRequest): boolean {
  return accept.includes("text/event-stream") && !/application\/json|\*\/\*/.test(accept);
}

async function send(reply: FastifyReply, response: Response, asEvents: boolean): Promise<FastifyReply> {
  for (const [name, value] of response.headers) reply.header(name, value);
  const text = await response.text();
  reply.code(response.status);
  if (text === "") return reply.removeHeader("content-type").send();
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (isStream === asEvents) return reply.send(text);
  if (isStream) return reply.type("application/json").send(withoutEvents(text));
  return response.ok ? reply.type("text/event-stream").send(`event: message\ndata: ${text}\n\n`) : reply.send(text);
}

/** Returns the message in an event stream as JSON, or several messages as an array. */
function withoutEvents(stream: string): string {
  const messages = stream
    .split("\n")
    .flatMap((line) => (line.startsWith("data:") ? [line.slice("data:".length).trim()] : []))
    .filter((message) => message !== "");
  return messages.length === 1 ? (messages[0] ?? "") : `[${messages.join(",")}]`;
}
