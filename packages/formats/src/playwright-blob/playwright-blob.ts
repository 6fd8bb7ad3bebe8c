import type { ResultEvent } from "@plumb/contract/result-event.ts";
import type { Bundle, ReportFormat } from "#report-format.ts";
import { scan } from "#scan.ts";
import { BlobReader } from "./blob-reader.ts";
import { countAttempts } from "./count-attempts.ts";

/**
 * Report of Playwright's blob reporter: an archive with `report.jsonl`, one event per line, and `resources/`. Reads
 * versions 1 (up to 1.42) and 2 without Playwright's merging. Each shard is a separate report, and the run combines them.
 */
export const playwrightBlob: ReportFormat = {
  id: "playwright-blob",
  label: "Playwright blob",
  writtenBy: "Playwright: `--reporter=blob`, one archive of each shard",
  recognises: (head) => /^\s*\{"method"\s*:\s*"onBlobReportMetadata"/.test(head),
  extent: "archive",
  refersTo: (name) => name.startsWith("resources/"),
  remains,
  read: readPlaywrightBlob,
};

async function* readPlaywrightBlob({ members }: Bundle): AsyncGenerator<readonly ResultEvent[]> {
  for (const member of members) {
    // The last attempt decides the result of a test, and only the whole file shows which one is the last.
    const attempts = await countAttempts(member.text());
    yield* scan(member.text(), new BlobReader(attempts));
  }
}

function remains(names: readonly string[]): string | undefined {
  if (names.length === 0 || !names.every((name) => /(^|\/)resources\/[0-9a-f]{40}(\.\w+)?$/.test(name)))
    return undefined;
  return "This looks like a Playwright blob report, but its report.jsonl is missing. Upload the archive of the blob reporter unchanged";
}
