import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { requestUrl } from "@plumb/client/request-url.ts";
import { exportAllLabels, exportLabels } from "@plumb/contract/failures/labels.ts";
import { login } from "@plumb/contract/people/auth.ts";
import type { CliContext } from "#core/cli-context.ts";
import type { CommandInput, CommandSpec, Outcome } from "#core/command.ts";
import { exitCode } from "#core/exit-code.ts";
import { RequestError } from "#core/request-error.ts";
import { UsageError } from "#core/usage-error.ts";
import { type Connection, connectionOptions, parseServerUrl, resolveConnection } from "#server/connection.ts";
import { refusalMessageOf, sendRequest } from "#server/send-request.ts";

export const admin: CommandSpec = {
  name: "admin",
  summary: "export the classes that people assigned to failures",
  description:
    "export-labels saves the classes that people assigned to failures as a JSONL file, to train the classifier on them. Requires a key with read access.",
  argument: ["<action>", "export-labels"],
  options: {
    ...connectionOptions,
    output: "file to write, overwritten if it exists (default: labels.jsonl in this folder)",
  },
  flags: { all: "all projects, as the administrator in PLUMB_ADMIN_EMAIL and PLUMB_ADMIN_PASSWORD" },
  help: `
Error messages and stacks are written as they are stored. They may contain personal data.

Exit codes:
  0  the file is written
  1  the server refused or could not be reached; no file was written
  2  the command line is invalid

The last line of the output is the path of the file.

Examples:
  plumb admin export-labels
  plumb admin export-labels --all --output labels-2026.jsonl
`,
  run: exportLabelsToFile,
};

async function exportLabelsToFile({ args, options, flags }: CommandInput, context: CliContext): Promise<Outcome> {
  if (args[0] !== "export-labels") throw new UsageError(`The action must be export-labels, not ${args[0]}.`);
  const all = flags.has("all");
  const server = all ? await signedInAsAdmin(options["url"], context) : await resolveConnection(options, context.env);
  const path = resolve(context.cwd, options["output"] ?? "labels.jsonl");
  const labels = await download(server, all ? exportAllLabels.path : exportLabels.path, path);
  context.stderr.write("The file contains error messages as they are stored. They may contain personal data.\n");
  context.stdout.write(`${path}\n`);
  return { code: exitCode.ok, json: { path, labels } };
}

/** An API key belongs to one project, so all projects need the account of an administrator. */
async function signedInAsAdmin(inputUrl: string | undefined, context: CliContext): Promise<Connection> {
  const { PLUMB_URL: envUrl, PLUMB_ADMIN_EMAIL: username, PLUMB_ADMIN_PASSWORD: password } = context.env;
  const url = parseServerUrl(inputUrl ?? envUrl?.trim());
  if (!username || !password) throw new UsageError("--all requires PLUMB_ADMIN_EMAIL and PLUMB_ADMIN_PASSWORD.");
  const anonymous = { url, key: "" };
  const body = { username, password };
  const { token } = await sendRequest(anonymous, context, async (client) => client.call(login, { body }));
  return { url, key: token };
}

/**
 * Removes an incomplete file.
 *
 * @returns Number of lines written.
 * @throws RequestError
 */
async function download({ url, key }: Connection, path: string, file: string): Promise<number> {
  const part = `${file}.part`;
  let lines = 0;
  try {
    const response = await fetch(requestUrl(url, path, {}), { headers: { authorization: `Bearer ${key}` } });
    if (!response.ok || response.body === null)
      throw new RequestError(refusalMessageOf(response.status, await response.text()));
    const body = Readable.fromWeb(response.body as ReadableStream);
    await pipeline(
      body,
      async function* counted(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          for (const byte of chunk) if (byte === 10) lines += 1;
          yield chunk;
        }
      },
      createWriteStream(part, { mode: 0o600 }),
    );
    await rename(part, file);
    return lines;
  } catch (error) {
    await rm(part, { force: true });
    if (error instanceof RequestError) throw error;
    throw new RequestError(`The file could not be saved: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
