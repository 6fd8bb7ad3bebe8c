import { createInterface } from "node:readline";
import type { CliContext } from "#core/cli-context.ts";
import type { CommandInput, CommandSpec, Outcome } from "#core/command.ts";
import { exitCode } from "#core/exit-code.ts";
import { type Connection, connectionOptions, resolveConnection } from "#server/connection.ts";

/** Longest time for an answer of a tool. */
const timeoutMs = 60_000;
/** Failed requests are repeated after these pauses, because the server may be restarting. See `mayRepeat`. */
const retryMs = [500, 2000, 5000];
const serverError = -32_000;

export const mcp: CommandSpec = {
  name: "mcp",
  summary: "connect a coding agent that starts commands",
  description:
    "Pass the messages of a coding agent on standard input to the MCP server of Plumb, and its answers to standard output. It ends when standard input ends.",
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
  const pending = new Set<Promise<void>>();
  for await (const line of createInterface({ input: context.stdin, crlfDelay: Infinity })) {
    if (line.trim() === "") continue;
    const answered = pass(line, server, context).finally(() => pending.delete(answered));
    pending.add(answered);
  }
  await Promise.all(pending);
  return { code: exitCode.ok, json: {} };
}

/** Passes one message on, and writes its answer on one line. Standard output contains nothing else. */
async function pass(line: string, server: Connection, context: CliContext): Promise<void> {
  const id = idOf(line);
  try {
    for (const answer of await ask(line, server, context)) context.stdout.write(`${answer}\n`);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    context.stderr.write(`${message}\n`);
    // A notification has no id, and gets no answer.
    if (id !== undefined)
      context.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code: serverError, message } })}\n`);
  }
}

async function ask(line: string, { url, key }: Connection, { sleep }: CliContext): Promise<string[]> {
  for (let attempt = 0; ; attempt += 1) {
    const response = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: line,
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => error);
    const pause = retryMs[attempt];
    if (pause !== undefined && mayRepeat(line, response)) {
      await sleep(pause);
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
  if (typeof message !== "object" || message === null || !("method" in message)) return true;
  return message.method === "tools/call";
}

function isRefused(error: unknown): boolean {
  return error instanceof TypeError && (error.cause as { code?: unknown } | undefined)?.code === "ECONNREFUSED";
}

/** Returns the messages of a response, each on one line. */
function messagesOf(response: Response, body: string, url: string): string[] {
  const type = response.headers.get("content-type") ?? "";
  const parts = type.startsWith("text/event-stream")
    ? body.split("\n").flatMap((line) => (line.startsWith("data:") ? [line.slice("data:".length)] : []))
    : [body];
  const messages = parts.filter((part) => part.trim() !== "").map((part) => parsed(part));
  const [first] = messages;
  if (first !== undefined && typeof first === "object" && first !== null && "jsonrpc" in first)
    return messages.map((message) => JSON.stringify(message));
  if (response.ok && messages.length === 0) return [];
  const reason =
    typeof first === "object" && first !== null && "error" in first
      ? String(first.error)
      : "it did not respond like Plumb";
  throw new Error(`The Plumb server at ${url} refused the request (HTTP ${response.status}): ${reason}`);
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
  return typeof message === "object" && message !== null && "id" in message ? message.id : undefined;
}
