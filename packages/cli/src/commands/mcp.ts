import type { Readable } from "node:stream";
import type { CliContext } from "#core/cli-context.ts";
import type { CommandInput, CommandSpec, Outcome } from "#core/command.ts";
import { exitCode } from "#core/exit-code.ts";
import { type Connection, connectionOptions, resolveConnection } from "#server/connection.ts";

/** Longest time for an answer of a tool. */
const timeoutMs = 60_000;
/** Failed requests are repeated after these pauses, because the server may be restarting. See `mayRepeat`. */
const retryMs = [500, 2000, 5000, 10_000];
/** Time for the answers to open requests after standard input has ended. */
const graceMs = 3000;
const serverError = -32_000;
const versionKey = "io.modelcontextprotocol/protocolVersion";

export const mcp: CommandSpec = {
  name: "mcp",
  summary: "connect a coding agent that starts commands",
  description:
    "Pass the messages of a coding agent on standard input to the MCP server of Plumb, and its answers to standard output. It ends when standard input ends.",
  ownsStdout: true,
  options: connectionOptions,
  help: `
Agents that support HTTP do not need this command: give them the address of the server with /mcp.

Exit codes:
  0  standard input has ended
  2  the command line is invalid

Examples:
  plumb mcp --url https://plumb.example
`,
  run: bridge,
};

async function bridge({ options }: CommandInput, context: CliContext): Promise<Outcome> {
  const server = await resolveConnection(options, context.env);
  const ended = new AbortController();
  const pending = new Set<Promise<void>>();
  // A client that no longer reads has ended.
  const stop = () => context.stdin.destroy();
  context.stdout.on("error", stop);
  for await (const line of linesOf(context.stdin)) {
    if (line.trim() === "") continue;
    const answered = pass(line, { ...server, ended: ended.signal }, context).finally(() => pending.delete(answered));
    pending.add(answered);
  }
  const grace = setTimeout(() => ended.abort(), graceMs);
  await Promise.all(pending);
  clearTimeout(grace);
  context.stdout.off("error", stop);
  return { code: exitCode.ok, json: {} };
}

/** A message may contain the other line separators of Unicode, at which `node:readline` would split it. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const chunk of input) {
      const lines = (
        rest + (typeof chunk === "string" ? chunk : decoder.decode(chunk as Buffer, { stream: true }))
      ).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } catch {
    // The pipe has broken.
  }
  yield rest;
}

interface Server extends Connection {
  /** Aborted some time after the end of standard input. */
  readonly ended: AbortSignal;
}

/** Passes one message on, and writes its answer on one line. Standard output contains nothing else. */
async function pass(line: string, server: Server, context: CliContext): Promise<void> {
  const id = idOf(line);
  try {
    for (const response of await ask(line, server, context)) context.stdout.write(`${response}\n`);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    context.stderr.write(`${message}\n`);
    // A notification has no id, and gets no answer.
    if (id !== undefined)
      context.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code: serverError, message } })}\n`);
  }
}

async function ask(line: string, { url, key, ended }: Server, { sleep }: CliContext): Promise<string[]> {
  for (let attempt = 0; ; attempt += 1) {
    const response = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...versionHeaders(line),
      },
      body: line,
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ended]),
    }).catch((error: unknown) => error);
    const pause = retryMs[attempt];
    if (pause !== undefined && !ended.aborted && mayRepeat(line, response)) {
      await sleep(pause, ended);
      continue;
    }
    if (response instanceof Response && !(usesTool(line) && response.status >= 502))
      return messagesOf(response, await response.text(), url);
    throw new Error(
      usesTool(line) && !isRefused(response)
        ? `The Plumb server at ${url} did not answer. The tool may have run: look before you use it again.`
        : `The Plumb server at ${url} cannot be reached.`,
    );
  }
}

/** Tools may write. A use of a tool is only repeated if the server cannot have received it. */
function mayRepeat(line: string, response: unknown): boolean {
  if (usesTool(line)) return isRefused(response);
  return !(response instanceof Response) || response.status >= 502;
}

function usesTool(line: string): boolean {
  const message = parsed(line);
  // A batch of messages may use tools.
  return !isObject(message) || message["method"] === undefined || message["method"] === "tools/call";
}

function isRefused(error: unknown): boolean {
  return error instanceof TypeError && (error.cause as { code?: unknown } | undefined)?.code === "ECONNREFUSED";
}

/** Returns the headers that newer versions of the protocol require. They repeat what is in the message. */
function versionHeaders(line: string): Record<string, string> {
  const message = parsed(line) as Message | null | undefined;
  const version = message?.params?._meta?.[versionKey];
  if (typeof version !== "string" || typeof message?.method !== "string") return {};
  const name = message.params?.name;
  const headers = {
    "mcp-protocol-version": version,
    "mcp-method": message.method,
    ...(typeof name === "string" && { "mcp-name": name }),
  };
  // Other characters are invalid in a header.
  return Object.values(headers).every((value) => /^[\x21-\x7e]+$/.test(value)) ? headers : {};
}

/** Some clients split standard output at the line separators of Unicode, too. */
function onOneLine(message: unknown): string {
  return JSON.stringify(message)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);
}

interface Message {
  readonly method?: unknown;
  readonly params?: { readonly name?: unknown; readonly _meta?: Readonly<Record<string, unknown>> };
}

/** Returns the messages of a response, each on one line. */
function messagesOf(response: Response, body: string, url: string): string[] {
  if (response.ok && body.trim() === "") return [];
  const reply = parsed(body);
  const [first] = Array.isArray(reply) ? (reply as unknown[]) : [reply];
  if (isObject(first) && "jsonrpc" in first) return [onOneLine(reply)];
  const reason = isObject(first) && "error" in first ? String(first["error"]) : "it did not respond like Plumb";
  throw new Error(`The Plumb server at ${url} refused the request (HTTP ${response.status}): ${reason}`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function idOf(line: string): unknown {
  const message = parsed(line);
  return isObject(message) ? message["id"] : undefined;
}
