import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { posix } from "node:path";
import { decodeText } from "@plumb/formats/decode.ts";
import type { Bundle, ReportFormat } from "@plumb/formats/report-format.ts";
import type { SpooledFile } from "#ingest/spool/spool.ts";

/** Files on disk that form one report. */
export interface SpooledBundle {
  readonly kind: "file" | "bundle";
  /** What people call it: the file, the folder or the archive. */
  readonly name: string;
  /** SHA-256, hex: of the file, or of its members' hashes in order. */
  readonly hash: string;
  readonly bytes: number;
  /** Never empty. Excludes files that the report refers to. */
  readonly files: readonly SpooledFile[];
}

/** As much of a bundle as reading it takes. */
export interface ReadBundle {
  readonly name: string;
  readonly files: readonly Pick<SpooledFile, "name" | "path">[];
}

/** A file, and the format that recognised it. */
export interface RecognisedFile {
  readonly file: SpooledFile;
  readonly format: ReportFormat;
}

export interface FormatBundle {
  readonly bundle: SpooledBundle;
  readonly format: ReportFormat;
}

/** Puts together what belongs together; files in `others` that a report includes are taken out of it. */
export function bundlesOf(recognised: readonly RecognisedFile[], others: Set<SpooledFile>): FormatBundle[] {
  const groups = Map.groupBy(withoutReferred(recognised, others), ({ file, format }) =>
    format.extent === "folder" ? JSON.stringify([format.id, folderOf(file)]) : file,
  );
  const besides = Map.groupBy(others, folderOf);
  return [...groups.values()].map((group): FormatBundle => {
    const { format, file: first } = group[0] as RecognisedFile;
    if (format.extent === undefined) return { format, bundle: bundleOfFile(first) };
    const included = (besides.get(folderOf(first)) ?? []).filter(
      ({ name }) => format.includes?.(posix.basename(name)) === true,
    );
    for (const file of included) others.delete(file);
    const files = [...group.map(({ file }) => file), ...included];
    return { format, bundle: { ...bundleOf(files), name: bundleName(first, format) } };
  });
}

/** A trace or report attached to a report is not a separate report; it joins the `others`. */
function withoutReferred(recognised: readonly RecognisedFile[], others: Set<SpooledFile>): RecognisedFile[] {
  const referring = recognised.filter(({ format }) => format.refersTo !== undefined);
  const places = new Map(referring.map((owner) => [JSON.stringify([owner.format.id, folderOf(owner.file)]), owner]));
  return recognised.filter(({ file }) => {
    const isReferred = [...places.values()].some(
      (owner) => owner.file !== file && owner.format.refersTo?.(nameBelow(owner.file, file) ?? "") === true,
    );
    if (isReferred) others.add(file);
    return !isReferred;
  });
}

/** The name of a file as seen from the folder of another; undefined if it lies elsewhere. */
function nameBelow(report: SpooledFile, { archive, name }: SpooledFile): string | undefined {
  const folder = posix.dirname(report.name);
  if (archive !== report.archive) return undefined;
  if (folder === ".") return name;
  return name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : undefined;
}

export function bundleOfFile(file: SpooledFile): SpooledBundle {
  return { kind: "file", name: file.name, hash: file.hash, bytes: file.bytes, files: [file] };
}

function bundleOf(files: readonly SpooledFile[]): Omit<SpooledBundle, "name"> {
  const hashes = files.map(({ hash }) => hash).toSorted();
  return {
    kind: "bundle",
    hash: createHash("sha256").update(hashes.join("\n")).digest("hex"),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    files: files.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

/** The folder of a file; two archives of one upload may contain folders with equal names. */
export function folderOf({ archive, name }: SpooledFile): string {
  return JSON.stringify([archive ?? null, posix.dirname(name)]);
}

function bundleName({ archive, name }: SpooledFile, { extent, label }: ReportFormat): string {
  if (extent === "archive") return archive ?? name;
  const folder = posix.dirname(name);
  if (folder !== ".") return folder;
  return archive ?? label;
}

/**
 * Reads a file on disk from its start. `reused`: pieces may share memory, because separate buffers of a large file
 * would be garbage.
 */
export type FileContent = (path: string, options?: { readonly reused?: boolean }) => AsyncIterable<Uint8Array>;

/** Between two pieces of a file other work gets its turn: larger ones would keep it waiting. */
export const pieceBytes = 64 * 1024;

const fromDisk: FileContent = (path) => createReadStream(path, { highWaterMark: pieceBytes });

/** The files as a format reads them; repairs of their text are reported once each. */
export function readable(
  { name, files }: ReadBundle,
  onRepair: (reason: string, file: string) => void = () => undefined,
  content = fromDisk,
): Bundle {
  return {
    name,
    members: files.map((file) => ({
      name: file.name,
      bytes: () => content(file.path),
      text: () => decodeText(content(file.path, { reused: true }), (reason) => onRepair(reason, file.name)),
    })),
  };
}
