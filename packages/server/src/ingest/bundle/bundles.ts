import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { posix } from "node:path";
import { folderLocation } from "@plumb/analysis/executions/location.ts";
import { decodeText } from "@plumb/formats/decode.ts";
import type { Bundle, ReportFormat } from "@plumb/formats/report-format.ts";
import type { SpooledFile } from "#ingest/spool/spool.ts";

/** Files on disk that form one report. */
export interface SpooledBundle {
  readonly kind: "file" | "bundle";
  /** Name of the file, folder or archive. */
  readonly name: string;
  /** SHA-256 in hexadecimal digits, of the file or of the sorted hashes of the files. */
  readonly hash: string;
  readonly bytes: number;
  /** At least one file. Excludes files that the report refers to. */
  readonly files: readonly SpooledFile[];
}

/** The parts of a bundle that are needed to read it. */
export interface ReadBundle {
  readonly name: string;
  readonly files: readonly Pick<SpooledFile, "name" | "path">[];
}

/** A file with its detected format. */
export interface RecognisedFile {
  readonly file: SpooledFile;
  readonly format: ReportFormat;
}

export interface FormatBundle {
  readonly bundle: SpooledBundle;
  readonly format: ReportFormat;
}

/** Groups files into reports. Removes files that a report includes from `others`. */
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

/** Moves traces and reports that are attached to another report to `others`, because they are not separate reports. */
function withoutReferred(recognised: readonly RecognisedFile[], others: Set<SpooledFile>): RecognisedFile[] {
  const referring = recognised.filter(({ format }) => format.refersTo !== undefined);
  const locations = new Map(referring.map((owner) => [JSON.stringify([owner.format.id, folderOf(owner.file)]), owner]));
  return recognised.filter(({ file }) => {
    const isReferred = [...locations.values()].some(
      (owner) => owner.file !== file && owner.format.refersTo?.(nameBelow(owner.file, file) ?? "") === true,
    );
    if (isReferred) others.add(file);
    return !isReferred;
  });
}

/** Returns the name of a file relative to the folder of a report; undefined if it is outside of it. */
function nameBelow(report: SpooledFile, { archive, name }: SpooledFile): string | undefined {
  const folder = posix.dirname(report.name);
  if (archive !== report.archive) return undefined;
  if (folder === ".") return name;
  return name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : undefined;
}

export function bundleOfFile(file: SpooledFile): SpooledBundle {
  return { kind: "file", name: file.name, hash: file.hash, bytes: file.bytes, files: [file] };
}

/** Returns the part of a project that a report belongs to by its folders; empty if they do not identify one. */
export function locationOf({ kind, name }: Pick<SpooledBundle, "kind" | "name">): string {
  // Files in a folder have unique names or ids, so two folders never have the same content.
  return kind === "bundle" ? "" : folderLocation(name);
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

/** Returns a key for the folder of a file. Includes the archive, because two archives may contain folders with the same name. */
export function folderOf({ archive, name }: SpooledFile): string {
  return JSON.stringify([archive ?? null, posix.dirname(name)]);
}

function bundleName({ archive, name }: SpooledFile, { extent, label }: ReportFormat): string {
  if (extent === "archive") return archive ?? name;
  const folder = posix.dirname(name);
  if (folder !== ".") return folder;
  return archive ?? label;
}

/** Reads a file from disk. With `reused`, chunks share memory, which avoids garbage from a large file. */
export type FileContent = (path: string, options?: { readonly reused?: boolean }) => AsyncIterable<Uint8Array>;

/** Chunk size. Other work runs between chunks, and larger chunks would delay it. */
export const pieceBytes = 64 * 1024;

const fromDisk: FileContent = (path) => createReadStream(path, { highWaterMark: pieceBytes });

/** Returns the files for the reader of a format. Each kind of text repair is reported once per file. */
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
