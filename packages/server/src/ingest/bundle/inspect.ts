import { cut } from "@plumb/contract/text/cut.ts";
import { posix } from "node:path";
import { Readable } from "node:stream";
import type { Slot } from "#core/semaphore.ts";
import type { UploadQuery } from "@plumb/contract/runs/ingest.ts";
import type { RunEvent } from "@plumb/contract/result-event.ts";
import { decodeText } from "@plumb/formats/decode.ts";
import { detect, type Detection, headLength } from "@plumb/formats/detect.ts";
import { formatById, formats } from "@plumb/formats/registry.ts";
import type { ReportFormat } from "@plumb/formats/report-format.ts";
import {
  bundlesOf,
  folderOf,
  type FormatBundle,
  readable,
  type RecognisedFile,
  type SpooledBundle,
} from "./bundles.ts";
import { firstBytes } from "./unpack.ts";
import { storable } from "#core/text.ts";
import { nameByTests, steadyName } from "./suite-name.ts";
import type { SpooledFile } from "#ingest/spool/spool.ts";

/** A report of an upload with the facts from its start. */
export interface Report extends FormatBundle {
  readonly run: Omit<RunEvent, "kind">;
  /** Format of its content if it differs from the one that the uploader specified. */
  readonly looksLike?: ReportFormat;
  /** Suggested suite name from the location of its tests, in case it has none. */
  readonly hint: string | undefined;
}

/** A file that is not a report. */
export interface OtherFile {
  readonly file: SpooledFile;
  /** Description of its content, as the reason why it is not a report. */
  readonly reason: string;
}

export interface Inspected {
  readonly reports: readonly Report[];
  readonly others: readonly OtherFile[];
  readonly remains: readonly Remains[];
}

/** Files of a report whose main file is missing. */
interface Remains {
  /** Name of the folder or archive. */
  readonly name: string;
  readonly files: readonly SpooledFile[];
  readonly reason: string;
}

/** Maximum number of events to read for a suite name. After that, the report is named by its format. */
const eventsToLookAt = 2000;

/**
 * Detects the format of each file by its start, and groups files into reports.
 *
 * @param query Values from the uploader: a format skips detection, a suite replaces the detected name.
 */
export async function inspectAll(
  files: readonly SpooledFile[],
  query: Pick<UploadQuery, "format" | "suite">,
  slot: Slot,
): Promise<Inspected> {
  const forced = query.format === undefined ? undefined : (formatById(query.format) ?? query.format);
  const recognised: RecognisedFile[] = [];
  const detectedFormats = new Map<SpooledFile, ReportFormat>();
  const reasons = new Map<SpooledFile, string>();
  for (const file of files) {
    await slot.pass();
    const found: Forced = await (forced === undefined ? detectFile(file) : forcedFormat(file, forced));
    if (found.looksLike !== undefined) detectedFormats.set(file, found.looksLike);
    if ("declined" in found) reasons.set(file, found.declined);
    else recognised.push({ file, format: found.format });
  }
  const left = new Set(reasons.keys());
  const reports: Report[] = [];
  for (const { bundle, format } of bundlesOf(recognised, left)) {
    await slot.pass();
    const [looksLike] = bundle.files.flatMap((file) => detectedFormats.get(file) ?? []);
    reports.push({
      bundle,
      format,
      ...(looksLike && { looksLike }),
      ...(await announcedRun(bundle, format, query.suite !== undefined)),
    });
  }
  const others = [...left].map((file): OtherFile => ({
    file,
    reason: reasons.get(file) ?? "It looks like an attachment of a report.",
  }));
  return { reports, others, remains: remainsOf(reports, left) };
}

/** Also contains the format of the content if it differs from the one that the uploader specified. */
type Forced = Detection & { readonly looksLike?: ReportFormat | undefined };

async function detectFile(file: SpooledFile): Promise<Detection> {
  return detectHead(await firstBytes(file.path, headLength), file.name);
}

/** Detects the format of a file by its first bytes: at least `headLength`, or the whole file. */
export async function detectHead(head: Uint8Array, name: string): Promise<Detection> {
  return detect(await textOf(head), head, name);
}

/** A specified format does not make every file part of a folder report. */
async function forcedFormat(file: SpooledFile, format: ReportFormat | string): Promise<Forced> {
  const head = await firstBytes(file.path, headLength);
  if (typeof format !== "string" && format.recognises(await textOf(head), file.name)) return { format };
  const found = await detectHead(head, file.name);
  const looksLike = "format" in found ? found.format : undefined;
  if (typeof format === "string")
    return { declined: `There is no format called "${format}".${withoutFormat(looksLike)}` };
  if (format.extent === undefined) return { format, looksLike };
  return { declined: `It is not part of a report in the format ${format.label}.${withoutFormat(looksLike)}` };
}

/** Returns advice if the content has another format than the uploader specified; empty if the content is inconclusive. */
export function withoutFormat(looksLike: ReportFormat | undefined): string {
  if (looksLike === undefined) return "";
  return ` Its content looks like ${looksLike.label} (${looksLike.id}): send it without --format to import it as that.`;
}

async function textOf(bytes: Uint8Array): Promise<string> {
  let head = "";
  for await (const text of decodeText(Readable.from([bytes]))) head += text;
  return head;
}

/**
 * Returns framework and suite from the start of a report. If it has no suite name, reads on for a while, because the location of its tests may
 * provide one. This does not apply to folders, because it would read all their files.
 */
async function announcedRun(
  bundle: SpooledBundle,
  format: ReportFormat,
  isNamed: boolean,
): Promise<Pick<Report, "run" | "hint">> {
  let announced: RunEvent | undefined;
  let seen = 0;
  const titlePaths: (readonly string[])[] = [];
  for await (const events of format.read(readable(bundle))) {
    announced ??= withSteadyName(events.find((event) => event.kind === "run"));
    for (const event of events) if (event.kind === "test") titlePaths.push(event.titlePath);
    seen += events.length;
    if (seen > eventsToLookAt) break;
    const named = isNamed || announced?.suite !== undefined || format.extent === "folder";
    if (announced !== undefined && named) break;
  }
  return { run: withShortNames(announced ?? { kind: "run" }), hint: nameByTests(titlePaths) };
}

/** Removes run numbers from the suite name, except in reports that Plumb exported. */
function withSteadyName(run: RunEvent | undefined): RunEvent | undefined {
  if (run?.suite === undefined || run.exported !== undefined) return run;
  const { suite, ...rest } = run;
  const steady = steadyName(suite);
  return steady === undefined ? rest : { ...rest, suite: steady };
}

/** Cuts names to the limits for uploaders, because longer ones do not fit into an index. */
function withShortNames({ kind: _kind, suite, framework, ...run }: RunEvent): Report["run"] {
  return {
    ...run,
    ...(suite !== undefined && { suite: cut(storable(suite), 200) }),
    ...(framework !== undefined && { framework: cut(storable(framework), 60) }),
  };
}

/** Finds folders without a report in or above them whose files can only belong to one. */
function remainsOf(reports: readonly Report[], others: ReadonlySet<SpooledFile>): Remains[] {
  return [...Map.groupBy(others, folderOf).values()].flatMap((files): Remains[] => {
    const [file] = files as [SpooledFile];
    if (reports.some(({ bundle }) => isBelow(file, bundle.files[0] as SpooledFile))) return [];
    const names = files.map(({ name }) => name);
    const reason = formats.map((format) => format.remains?.(names)).find((sentence) => sentence !== undefined);
    return reason === undefined ? [] : [{ name: file.archive ?? posix.dirname(file.name), files, reason }];
  });
}

function isBelow(file: SpooledFile, report: SpooledFile): boolean {
  const folder = posix.dirname(report.name);
  return file.archive === report.archive && (folder === "." || `${posix.dirname(file.name)}/`.startsWith(`${folder}/`));
}
