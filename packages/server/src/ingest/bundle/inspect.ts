import { cut } from "@plumb/contract/text/cut.ts";
import { posix } from "node:path";
import { Readable } from "node:stream";
import type { Turn } from "#core/turns.ts";
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
} from "#ingest/bundle/bundles.ts";
import { firstBytes } from "#ingest/bundle/unpack.ts";
import { storable } from "#core/text.ts";
import { nameByTests, steadyName } from "#ingest/bundle/suite-name.ts";
import type { SpooledFile } from "#ingest/spool/spool.ts";

/** A report among the files of an upload, with facts from its start. */
export interface Report extends FormatBundle {
  readonly run: Omit<RunEvent, "kind">;
  /** The format that its content looks like, where the uploader named another one. */
  readonly looksLike?: ReportFormat;
  /** A name for its suite if it has none, from the folder of its tests. */
  readonly hint: string | undefined;
}

/** A file that is not a report. */
export interface OtherFile {
  readonly file: SpooledFile;
  /** Detected content. */
  readonly reason: string;
}

export interface Inspected {
  readonly reports: readonly Report[];
  readonly others: readonly OtherFile[];
  readonly remains: readonly Remains[];
}

/** A report without its main part. */
interface Remains {
  /** Of the folder or the archive. */
  readonly name: string;
  readonly files: readonly SpooledFile[];
  readonly reason: string;
}

/** A report that is still unidentified is named by its format. */
const eventsToLookAt = 2000;

/**
 * Detects the format of each file by its start, and groups files into reports.
 *
 * @param said Values from the uploader: a format skips detection, a suite replaces the detected name.
 */
export async function inspectAll(
  files: readonly SpooledFile[],
  said: Pick<UploadQuery, "format" | "suite">,
  turn: Turn,
): Promise<Inspected> {
  const forced = said.format === undefined ? undefined : (formatById(said.format) ?? said.format);
  const recognised: RecognisedFile[] = [];
  const looks = new Map<SpooledFile, ReportFormat>();
  const reasons = new Map<SpooledFile, string>();
  for (const file of files) {
    await turn.pass();
    const found: Forced = await (forced === undefined ? detectFile(file) : forcedFormat(file, forced));
    if (found.looksLike !== undefined) looks.set(file, found.looksLike);
    if ("declined" in found) reasons.set(file, found.declined);
    else recognised.push({ file, format: found.format });
  }
  const left = new Set(reasons.keys());
  const reports: Report[] = [];
  for (const { bundle, format } of bundlesOf(recognised, left)) {
    await turn.pass();
    const [looksLike] = bundle.files.flatMap((file) => looks.get(file) ?? []);
    reports.push({
      bundle,
      format,
      ...(looksLike && { looksLike }),
      ...(await announcedRun(bundle, format, said.suite !== undefined)),
    });
  }
  const others = [...left].map((file): OtherFile => ({
    file,
    reason: reasons.get(file) ?? "It looks like an attachment of a report.",
  }));
  return { reports, others, remains: remainsOf(reports, left) };
}

/** With the format that the content looks like, where the uploader named another one. */
type Forced = Detection & { readonly looksLike?: ReportFormat | undefined };

async function detectFile(file: SpooledFile): Promise<Detection> {
  return detectHead(await firstBytes(file.path, headLength), file.name);
}

/** What a file is, by its first bytes: at least `headLength`, unless there are no more. */
export async function detectHead(head: Uint8Array, name: string): Promise<Detection> {
  return detect(await textOf(head), head, name);
}

/** Even a forced format does not make every file part of a folder report. */
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

/**
 * The next step if the uploader named a different format than the content has; nothing if the content is
 * inconclusive.
 */
export function withoutFormat(looksLike: ReportFormat | undefined): string {
  if (looksLike === undefined) return "";
  return ` Its content is that of ${looksLike.label} (${looksLike.id}): sent without a format (--format), it is read as that.`;
}

async function textOf(bytes: Uint8Array): Promise<string> {
  let head = "";
  for await (const text of decodeText(Readable.from([bytes]))) head += text;
  return head;
}

/**
 * The facts that the beginning of a report gives about its run: framework and suite. If it names no suite, reading
 * continues for a while, because the location of its tests may name it. Folders are excluded, because that would
 * read all of them.
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

/** A report that Plumb exported keeps its name. */
function withSteadyName(run: RunEvent | undefined): RunEvent | undefined {
  if (run?.suite === undefined || run.exported !== undefined) return run;
  const { suite, ...rest } = run;
  const steady = steadyName(suite);
  return steady === undefined ? rest : { ...rest, suite: steady };
}

/** As long as what an uploader may give: longer ones fit into no index. */
function withShortNames({ kind: _kind, suite, framework, ...run }: RunEvent): Report["run"] {
  return {
    ...run,
    ...(suite !== undefined && { suite: cut(storable(suite), 200) }),
    ...(framework !== undefined && { framework: cut(storable(framework), 60) }),
  };
}

/** Folders, with no report in or above them, whose files can only come from one. */
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
