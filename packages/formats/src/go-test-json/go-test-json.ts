import type { ResultEvent } from "@plumb/contract/result-event.ts";
import type { Bundle, ReportFormat } from "#report-format.ts";
import { scan } from "#scan.ts";
import { LineScanner } from "#text/line-scanner.ts";
import { countRuns } from "./count-runs.ts";
import { isGoEvent, parseEvent } from "./go-event.ts";
import { GoReader } from "./go-reader.ts";

/**
 * What `go test -json` prints, also through gotestsum. A test that runs again does so anywhere behind its first run: the
 * stream is read twice, and what is held is the names of its tests and those that are not decided yet.
 */
export const goTestJson: ReportFormat = {
  id: "go-test-json",
  label: "go test -json",
  writtenBy: "Go: `go test -json ./...`, `gotestsum --jsonfile`",
  recognises,
  read: readGo,
};

/** Builds print lines that are no JSON, also before the first event. */
function recognises(head: string): boolean {
  const at = head.search(/^\{/m);
  if (at < 0) return false;
  const end = head.indexOf("\n", at);
  const line = head.slice(at, end < 0 ? undefined : end);
  const event = parseEvent(line);
  if (event !== undefined) return isGoEvent(event);
  return end < 0 && /^\{"(Time|Action|ImportPath)":.*"(Action|Package)":/.test(line);
}

async function* readGo({ members }: Bundle): AsyncGenerator<readonly ResultEvent[]> {
  for (const member of members) {
    const runs = await countRuns(member.text());
    yield* scan(member.text(), new LineScanner(new GoReader(runs)));
  }
}
