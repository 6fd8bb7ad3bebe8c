import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { RefusedError } from "@plumb/client/call-error.ts";
import type { Client } from "@plumb/client/client.ts";
import { readGate } from "@plumb/contract/runs/gate.ts";
import { listReports } from "@plumb/contract/runs/report-list.ts";
import { sendRequest } from "#server/send-request.ts";
import type { CommandSpec, CommandInput, Outcome } from "#core/command.ts";
import { parseApiKey, parseServerUrl } from "#server/connection.ts";
import { credentialsFile, removeCredentials, writeCredentials } from "#server/credentials.ts";
import { exitCode } from "#core/exit-code.ts";
import type { CliContext } from "#core/cli-context.ts";

export const login: CommandSpec = {
  name: "login",
  summary: "store a server address and an API key on this machine",
  description:
    "Check the address of a server and an API key, and store them in a file that only you can read. For your own machine: in a CI job set PLUMB_URL and PLUMB_API_KEY, which take precedence over stored values, like --url and --key.",
  options: {
    url: "address of the Plumb server (default: PLUMB_URL, otherwise a prompt)",
    key: "API key (safer: leave it out and type or pipe it in; other users can read command lines)",
  },
  help: `
The key is only sent to the server that it was stored for. plumb logout removes it.

Exit codes:
  0  the key was accepted and stored
  1  the server could not be reached or rejected the key; nothing was stored
  2  the command line is invalid

Examples:
  plumb login
  plumb login --url http://plumb.example:4600 < key.txt
`,
  run: signIn,
};

export const logout: CommandSpec = {
  name: "logout",
  summary: "remove what plumb login stored",
  description:
    "Remove the address and the key that plumb login stored. The key itself stays valid: revoke it in the project.",
  options: {},
  help: `
Exit codes:
  0  nothing is stored any more

Example:
  plumb logout
`,
  run: signOut,
};

async function signIn({ options }: CommandInput, context: CliContext): Promise<Outcome> {
  const prompt = new Prompt(context);
  try {
    const url = parseServerUrl(
      options["url"] ?? (context.env["PLUMB_URL"]?.trim() || (await prompt.ask("Address of the server: "))),
    );
    const key = parseApiKey(
      options["key"] ?? (await prompt.ask("API key (Projects, your project, API keys): ", true)),
      "No API key was given. Type it, pipe it in, or pass --key.",
    );
    const may = await sendRequest({ url, key }, context, scopesOf, { attempts: 1 });
    const file = await writeCredentials(context.env, { url, key });
    context.stdout.write(`Signed in to ${url}. This key can ${may}. Saved in ${file}\n`);
    return { code: exitCode.ok, json: { url, file, may } };
  } finally {
    prompt.close();
  }
}

/**
 * Makes one request for each scope. @throws RefusedError if the key has neither scope.
 */
async function scopesOf(client: Client): Promise<"send" | "read" | "send and read"> {
  const sends = await isAllowed(client.call(readGate, { query: { build: "plumb login" } }));
  const reading = client.call(listReports, { query: { limit: 1 } });
  if (sends) return (await isAllowed(reading)) ? "send and read" : "send";
  await reading;
  return "read";
}

/**
 * Returns false if the key lacks the scope for a request. @throws any other error.
 */
async function isAllowed(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof RefusedError && error.status === 403) return false;
    throw error;
  }
}

async function signOut(_input: CommandInput, context: CliContext): Promise<Outcome> {
  const removed = await removeCredentials(context.env);
  context.stdout.write(removed ? `Removed ${credentialsFile(context.env)}\n` : "Nothing was stored.\n");
  return { code: exitCode.ok, json: { removed } };
}

/** Reads lines from standard input. Prints the questions only on a terminal. */
class Prompt {
  readonly #lines;
  readonly #next: AsyncIterator<string, undefined>;
  readonly #context: CliContext;
  #hidden = false;

  constructor(context: CliContext) {
    this.#context = context;
    // Echoes the input in place of the terminal, so that a key can be hidden.
    const echo = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (!this.#hidden) context.stderr.write(chunk);
        done();
      },
    });
    this.#lines = createInterface({ input: context.stdin, output: echo, terminal: context.stdin.isTTY === true });
    this.#next = this.#lines[Symbol.asyncIterator]();
  }

  /** @param hidden Hides the input. */
  async ask(question: string, hidden = false): Promise<string> {
    if (this.#context.stdin.isTTY === true) this.#context.stderr.write(hidden ? `${question}(not shown) ` : question);
    this.#hidden = hidden;
    const line: IteratorResult<string, undefined> = await this.#next.next();
    if (hidden && this.#context.stdin.isTTY === true) this.#context.stderr.write("\n");
    return line.done === true ? "" : line.value.trim();
  }

  close(): void {
    this.#lines.close();
  }
}
