import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { formats } from "../../packages/formats/src/registry.ts";
import type { ReportFormat } from "../../packages/formats/src/report-format.ts";

const folder = join(import.meta.dirname, "../../packages/formats/src");

const valueInJson =
  /("(?:message|text|stack|stackTrace|trace|longrepr|output|title|name|reason|data)" ?: ?)"(?:[^"\\]|\\.)*["\\]?/g;
const valueInXml = /((?:message|name|classname) ?= ?)"[^"<]*"/g;
const contentInXml = />[^<>]{3,}</g;
/** Maximum replacements of each kind in a sample, so that it remains a valid report. */
const replaced = 4;

type Work = (text: string) => Promise<unknown>;

/**
 * Returns two calls for the reader of each format: with a file that consists of the text, and with a sample that contains it in names, messages and
 * output.
 */
export function readerWork(): Record<string, Work> {
  return Object.fromEntries(
    formats.flatMap((format): [string, Work][] => {
      const sample = sampleOf(format);
      return [
        [`${format.id}, a file of the text`, (text) => readAs(format, text)],
        ...(sample === null
          ? []
          : [
              [`${format.id}, a report with the text`, (text) => readAs(format, withText(sample, text))] as [
                string,
                Work,
              ],
            ]),
      ];
    }),
  );
}

function sampleOf({ id }: ReportFormat): string | null {
  const files = globSync(`${id}/samples/**/*.{json,xml,jsonl,ndjson,txt,tap,trx}`, { cwd: folder });
  const [smallest] = files.map((file) => join(folder, file)).toSorted((a, b) => statSync(a).size - statSync(b).size);
  return smallest === undefined ? null : readFileSync(smallest, "utf8");
}

function withText(sample: string, text: string): string {
  const part = text.slice(0, text.length / replaced);
  const inXml = part.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  let [json, attributes, contents] = [0, 0, 0];
  return sample
    .replace(valueInJson, (found, start: string) => (json++ < replaced ? `${start}${JSON.stringify(part)}` : found))
    .replace(valueInXml, (found, start: string) => (attributes++ < replaced ? `${start}"${inXml}"` : found))
    .replace(contentInXml, (found) => (contents++ < replaced ? `>${inXml}<` : found));
}

function readAs(format: ReportFormat, text: string): Promise<unknown> {
  const member = {
    name: "report",
    text: () => inPieces(text),
    bytes: () => [Buffer.from(text)].values() as unknown as AsyncIterable<Uint8Array>,
  };
  return Array.fromAsync(format.read({ name: "report", members: [member] }));
}

// oxlint-disable-next-line require-await -- it stands for a file, which is read in pieces of this size
async function* inPieces(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += 65_536) yield text.slice(from, from + 65_536);
}
