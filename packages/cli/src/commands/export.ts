import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { requestUrl } from "@plumb/client/request-url.ts";
import { type Export, exportResultsCsv, readExport, startExport } from "@plumb/contract/runs/exports.ts";
import { sendRequest, refusalMessageOf } from "#server/send-request.ts";
import type { CommandSpec, CommandInput, Outcome } from "#core/command.ts";
import { type Connection, resolveConnection, connectionOptions } from "#server/connection.ts";
import { exitCode } from "#core/exit-code.ts";
import { findReportId, parseReportReference } from "#server/report-reference.ts";
import { RequestError } from "#core/request-error.ts";
import type { CliContext } from "#core/cli-context.ts";
import { printable } from "@plumb/reporter-core/text.ts";
import { UsageError } from "#core/usage-error.ts";

export const exportReport: CommandSpec = {
  name: "export",
  summary: "save a report as PDF, HTML, JSON or CSV",
  description:
    "Save a report as a file: PDF, HTML (a zip that opens without a server), JSON (can be uploaded again), or its tests as CSV. Requires a key with read access.",
  argument: ["<report>", "number of the report in the project of the key, or its address"],
  options: {
    ...connectionOptions,
    format: "pdf, html, json or csv (default: by the extension of --output, otherwise pdf)",
    output: "file to write, overwritten if it exists (default: the server's file name, in this folder)",
    timeout: "seconds to wait for the file (default: 600)",
  },
  flags: { artifacts: "include screenshots, videos and traces (HTML only)" },
  help: `
Exit codes:
  0  the file is written
  1  the server refused or could not be reached, the export failed or took too long; no file was written
  2  the command line is invalid

The last line of the output is the path of the file.

Examples:
  plumb export 69
  plumb export http://plumb.example:4600/reports/7 --format html --artifacts
  plumb export 69 --output nightly.csv
`,
  run: exportToFile,
};

const formats = ["pdf", "html", "json", "csv"] as const;
type Format = (typeof formats)[number];

const pollMs = 1000;

interface ExportRequest {
  readonly report: number;
  readonly artifacts: boolean;
  readonly timeoutMs: number;
}

async function exportToFile({ args, options, flags }: CommandInput, context: CliContext): Promise<Outcome> {
  const output = options["output"];
  const format = formatOf(options["format"], output);
  const artifacts = flags.has("artifacts");
  if (artifacts && format !== "html") throw new UsageError("--artifacts requires --format html.");
  const timeoutMs = parseTimeout(options["timeout"]);
  const server = await resolveConnection(options, context.env);
  const reference = parseReportReference(args[0] ?? "", server.url, context.stderr);
  const requested = { report: await findReportId(reference, server, context), artifacts, timeoutMs };
  const exported =
    format === "csv" ? csvExport(server, requested) : await createExport(server, format, requested, context);
  const path = resolve(context.cwd, output ?? safeName(exported.fileName));
  const bytes = await download(exported.address, exported.authorization, path);
  context.stdout.write(`${path}\n`);
  return { code: exitCode.ok, json: { reportId: requested.report, format, path, bytes } };
}

function formatOf(text: string | undefined, output: string | undefined): Format {
  const extension = /\.(\w+)$/.exec(output ?? "")?.[1]?.toLowerCase();
  const requested = text ?? (extension === "zip" ? "html" : extension) ?? "pdf";
  const known = formats.find((format) => format === requested);
  if (known !== undefined) return known;
  if (text === undefined) return "pdf";
  throw new UsageError(`--format must be pdf, html, json or csv, not ${text}.`);
}

function parseTimeout(text: string | undefined): number {
  if (text === undefined) return 600_000;
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`--timeout must be a number of seconds, not ${text}.`);
  return Number(text) * 1000;
}

interface ExportFile {
  readonly address: string;
  readonly authorization: string | null;
  readonly fileName: string;
}

/** The server streams CSV, so there is no export job to wait for. */
function csvExport({ url, key }: Connection, { report }: ExportRequest): ExportFile {
  return {
    address: requestUrl(url, exportResultsCsv.path, { reportId: report }),
    authorization: `Bearer ${key}`,
    fileName: `report-${report}.csv`,
  };
}

/** @throws RequestError */
async function createExport(
  server: Connection,
  format: Exclude<Format, "csv">,
  { report, artifacts, timeoutMs }: ExportRequest,
  context: CliContext,
): Promise<ExportFile> {
  const body = { format, includeArtifacts: artifacts };
  const started = await sendRequest(server, context, async (client) =>
    client.call(startExport, { params: { reportId: report }, body }),
  );
  let exported: Export = started.data;
  for (let waitedMs = 0; exported.state === "queued" || exported.state === "running"; waitedMs += pollMs) {
    if (waitedMs >= timeoutMs)
      throw new RequestError(
        `The export is not done after ${timeoutMs / 1000} s (${exported.done} of ${exported.total} tests). The export continues; run the same command to wait for it.`,
      );
    if (waitedMs === 0) context.stderr.write(`Exporting report ${report} as ${format} …\n`);
    await context.sleep(pollMs);
    const params = { reportId: report, exportId: exported.exportId };
    exported = (await sendRequest(server, context, async (client) => client.call(readExport, { params }))).data;
  }
  if (exported.state !== "done" || exported.downloadUrl === null)
    throw new RequestError(
      `The export ${exported.state === "failed" ? "failed" : "was cancelled"}: ${exported.error ?? "the server gave no reason"}`,
    );
  return { address: addressAt(server, exported.downloadUrl), authorization: null, fileName: exported.fileName };
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
      throw new RequestError(refusalMessageOf(response.status, await response.text()));
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
