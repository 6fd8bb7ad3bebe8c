import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { requestUrl } from "@plumb/client/request-url.ts";
import { type Export, exportResultsCsv, readExport, startExport } from "@plumb/contract/runs/exports.ts";
import { ask, refusalOf } from "#server/send-request.ts";
import type { CommandSpec, Given, Outcome } from "#core/command.ts";
import { type Connection, connection, connectionOptions } from "#server/connection.ts";
import { exitCode } from "#core/exit-code.ts";
import { reportIdOf, reportReference } from "#server/report-reference.ts";
import { RequestError } from "#core/request-error.ts";
import type { CliContext } from "#core/cli-context.ts";
import { printable } from "@plumb/reporter-core/text.ts";
import { UsageError } from "#core/usage-error.ts";

export const exportReport: CommandSpec = {
  name: "export",
  summary: "save a report as PDF, HTML, JSON or CSV",
  description:
    "Save a report as a file: PDF, HTML (a zip that opens without a server), JSON (can be uploaded again), or its tests as CSV. Needs a key that may read.",
  argument: ["<report>", "number of the report in the project of the key, or its address"],
  options: {
    ...connectionOptions,
    format: "pdf, html, json or csv (default: by the ending of --output, else pdf)",
    output: "file to write, replaced if it is there (default: the server's name for it, here)",
    timeout: "seconds to wait for the file (default: 600)",
  },
  flags: { artifacts: "with screenshots, videos and traces: only HTML" },
  help: `
Exit codes:
  0  the file is written
  1  the server refused or could not be reached, the export failed or took too long; no file was written
  2  the command is wrong

The last line of the output is the path of the file.

Examples:
  plumb export 69
  plumb export http://plumb.example:4600/reports/7 --format html --artifacts
  plumb export 69 --output nightly.csv
`,
  run: save,
};

const formats = ["pdf", "html", "json", "csv"] as const;
type Format = (typeof formats)[number];

const pollMs = 1000;

interface Wanted {
  readonly report: number;
  readonly artifacts: boolean;
  readonly timeoutMs: number;
}

async function save({ args, values, flags }: Given, context: CliContext): Promise<Outcome> {
  const output = values["output"];
  const format = formatOf(values["format"], output);
  const artifacts = flags.has("artifacts");
  if (artifacts && format !== "html") throw new UsageError("--artifacts is for --format html only.");
  const timeoutMs = timeoutOf(values["timeout"]);
  const server = await connection(values, context.env);
  const reference = reportReference(args[0] ?? "", server.url, context.stderr);
  const wanted = { report: await reportIdOf(reference, server, context), artifacts, timeoutMs };
  const made = format === "csv" ? csvOf(server, wanted) : await makeExport(server, format, wanted, context);
  const path = resolve(context.cwd, output ?? safeName(made.fileName));
  const bytes = await download(made.address, made.authorization, path);
  context.stdout.write(`${path}\n`);
  return { code: exitCode.ok, json: { reportId: wanted.report, format, path, bytes } };
}

function formatOf(text: string | undefined, output: string | undefined): Format {
  const ending = /\.(\w+)$/.exec(output ?? "")?.[1]?.toLowerCase();
  const wanted = text ?? (ending === "zip" ? "html" : ending) ?? "pdf";
  const known = formats.find((format) => format === wanted);
  if (known !== undefined) return known;
  if (text === undefined) return "pdf";
  throw new UsageError(`--format is pdf, html, json or csv, not ${text}.`);
}

function timeoutOf(text: string | undefined): number {
  if (text === undefined) return 600_000;
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`--timeout is a number of seconds, not ${text}.`);
  return Number(text) * 1000;
}

interface Made {
  readonly address: string;
  readonly authorization: string | null;
  readonly fileName: string;
}

/** The server streams CSV, so there is no export job to wait for. */
function csvOf({ url, key }: Connection, { report }: Wanted): Made {
  return {
    address: requestUrl(url, exportResultsCsv.path, { reportId: report }),
    authorization: `Bearer ${key}`,
    fileName: `report-${report}.csv`,
  };
}

/** @throws RequestError */
async function makeExport(
  server: Connection,
  format: Exclude<Format, "csv">,
  { report, artifacts, timeoutMs }: Wanted,
  context: CliContext,
): Promise<Made> {
  const body = { format, includeArtifacts: artifacts };
  const started = await ask(server, context, async (client) =>
    client.call(startExport, { params: { reportId: report }, body }),
  );
  let made: Export = started.data;
  for (let waitedMs = 0; made.state === "queued" || made.state === "running"; waitedMs += pollMs) {
    if (waitedMs >= timeoutMs)
      throw new RequestError(
        `The export is not done after ${timeoutMs / 1000} s (${made.done} of ${made.total} tests). The export continues; the same command waits for it again.`,
      );
    if (waitedMs === 0) context.stderr.write(`Exporting report ${report} as ${format} …\n`);
    await context.sleep(pollMs);
    const params = { reportId: report, exportId: made.exportId };
    made = (await ask(server, context, async (client) => client.call(readExport, { params }))).data;
  }
  if (made.state !== "done" || made.downloadUrl === null)
    throw new RequestError(
      `The export ${made.state === "failed" ? "failed" : "was cancelled"}: ${made.error ?? "the server does not say why"}`,
    );
  return { address: addressAt(server, made.downloadUrl), authorization: null, fileName: made.fileName };
}

/** Replaces the server's public address in a link by the configured address, which may differ. */
function addressAt({ url }: Connection, link: string): string {
  const { pathname, search } = new URL(link, `${url}/`);
  const api = pathname.indexOf("/api/");
  return `${url}${pathname.slice(Math.max(api, 0))}${search}`;
}

/** Turns the file name from the server into one that is safe in the current folder. */
function safeName(name: string): string {
  return (
    printable(name)
      .replaceAll(/[/\\:]+/g, "-")
      .replace(/^\.+/, "") || "report"
  );
}

/**
 * Removes an incomplete file.
 *
 * @returns Number of bytes written.
 * @throws RequestError
 */
async function download(address: string, authorization: string | null, path: string): Promise<number> {
  const part = `${path}.part`;
  try {
    const response = await fetch(address, { headers: authorization === null ? {} : { authorization } });
    if (!response.ok || response.body === null)
      throw new RequestError(refusalOf(response.status, await response.text()));
    const file = createWriteStream(part);
    await pipeline(Readable.fromWeb(response.body as ReadableStream), file);
    await rename(part, path);
    return file.bytesWritten;
  } catch (error) {
    await rm(part, { force: true });
    if (error instanceof RequestError) throw error;
    throw new RequestError(`The file could not be saved: ${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
