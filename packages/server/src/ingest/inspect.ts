import { cut } from "@plumb/contract/text/cut.ts";
import { createReadStream } from "node:fs";
import type { RunEvent } from "@plumb/contract/result-event.ts";
import { decodeText } from "@plumb/formats/decode.ts";
import { detect } from "@plumb/formats/detect.ts";
import { formatById } from "@plumb/formats/registry.ts";
import type { ReportFormat } from "@plumb/formats/report-format.ts";
import { reportSource } from "#ingest/gather.ts";
import type { SpooledFile } from "#ingest/spool.ts";
import { storable } from "#core/text.ts";
import { firstBytes } from "#ingest/unpack.ts";

/** What a file is, as far as its beginning tells. */
export type Inspected =
  | {
      readonly kind: "report";
      readonly file: SpooledFile;
      readonly format: ReportFormat;
      readonly run: Omit<RunEvent, "kind">;
    }
  | { readonly kind: "other"; readonly file: SpooledFile; readonly reason: string };

const headLength = 64 * 1024;
/** A report that has not said what it is by then is named by its format. */
const eventsToLookAt = 2000;

/** @param formatId Skips detection, when the uploader knows better. */
export async function inspect(file: SpooledFile, formatId: string | undefined): Promise<Inspected> {
  const bytes = await firstBytes(file.path, headLength);
  let head = "";
  for await (const text of decodeText(createReadStream(file.path, { end: headLength - 1 }))) head += text;
  const found = formatId === undefined ? detect(head, bytes) : forced(formatId);
  if ("declined" in found) return { kind: "other", file, reason: found.declined };
  return { kind: "report", file, format: found.format, run: await announcedRun(file, found.format) };
}

function forced(id: string): ReturnType<typeof detect> {
  const format = formatById(id);
  return format === undefined ? { declined: `There is no format called "${id}".` } : { format };
}

/** The first thing that a report says about its run: which framework, which suite. Reads no further. */
async function announcedRun(file: SpooledFile, format: ReportFormat): Promise<Omit<RunEvent, "kind">> {
  let seen = 0;
  for await (const events of format.read(reportSource(file))) {
    const run = events.find((event) => event.kind === "run");
    if (run !== undefined) return withShortNames(run);
    seen += events.length;
    if (seen > eventsToLookAt) break;
  }
  return {};
}

/** As long as what an uploader may give: longer ones fit into no index. */
function withShortNames({ suite, framework, ...run }: RunEvent): Omit<RunEvent, "kind"> {
  return {
    ...run,
    ...(suite !== undefined && { suite: cut(storable(suite), 200) }),
    ...(framework !== undefined && { framework: cut(storable(framework), 60) }),
  };
}
