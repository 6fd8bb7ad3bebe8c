// oxlint-disable-next-line no-restricted-imports -- samples are files; the formats themselves open none
import { globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { detect } from "#detect.ts";
import { readFiles } from "./read-sample.ts";

/** Returns the events of all samples, by the id of the format. The files of a folder are read as one report. */
export async function readAllSamples(root: string): Promise<ReadonlyMap<string, readonly ResultEvent[]>> {
  const reports = new Map<string, string[]>();
  for (const file of globSync("*/samples/**/*.*", { cwd: root }).toSorted()) {
    const isAlone = basename(dirname(file)) === "samples";
    const report = isAlone ? file : dirname(file);
    reports.set(report, [...(reports.get(report) ?? []), file]);
  }
  const found = new Map<string, ResultEvent[]>();
  for (const files of reports.values()) {
    const texts = Object.fromEntries(files.map((file) => [basename(file), readFileSync(`${root}/${file}`, "utf8")]));
    const [format] = Object.entries(texts).flatMap(([name, text]) => {
      const detected = detect(text, new Uint8Array(), name);
      return "format" in detected ? [detected.format] : [];
    });
    if (format === undefined) throw new Error(`No format recognises ${files.join(", ")}`);
    const events = await readFiles(format, texts, 100_000);
    found.set(format.id, [...(found.get(format.id) ?? []), ...events]);
  }
  return found;
}
