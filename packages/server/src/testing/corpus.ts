import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Public reports. They are not in the repository, so tests with them are optional. */
const corpusFolder = `${process.env["PLUMB_TEST_DATA"] ?? ""}/corpus/`;

export interface CorpusEntry {
  /** Path below the folder; a folder ends with a slash. */
  readonly file: string;
  readonly format: string;
  readonly expected: Readonly<Record<string, number>> | null;
}

/** Returns all reports of a format, with the counts that other tools found; empty without the corpus. */
export function corpusEntries(format: string): CorpusEntry[] {
  if (!existsSync(`${corpusFolder}manifest.jsonl`)) return [];
  return readFileSync(`${corpusFolder}manifest.jsonl`, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as CorpusEntry)
    .filter((entry) => entry.format === format && existsSync(corpusFolder + entry.file));
}

/** Returns a file of the corpus, or all files of a folder, by their path including the name of the folder. */
export function corpusFiles(file: string): Record<string, Uint8Array> {
  const path = join(corpusFolder, file);
  const name = path.replace(/\/$/, "").split("/").at(-1) ?? "";
  if (statSync(path).isFile()) return { [name]: readFileSync(path) };
  const names = readdirSync(path, { recursive: true, encoding: "utf8" });
  const files = names.filter((inside) => statSync(join(path, inside)).isFile());
  return Object.fromEntries(files.map((inside) => [`${name}/${inside}`, readFileSync(join(path, inside))]));
}
