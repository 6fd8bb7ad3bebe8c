import type { ResultEvent } from "@plumb/contract/result-event.ts";
import type { Bundle, ReportFormat } from "#report-format.ts";
import { scan } from "#scan.ts";
import { LineScanner } from "#text/line-scanner.ts";
import { countRuns } from "./count-runs.ts";
import { isGoEvent, parseEvent } from "./go-event.ts";
import { GoReader } from "./go-reader.ts";

/**
 * Output of `go test -json`, also through gotestsum. A test can be repeated anywhere after its first run, so the stream
 * is read twice. Keeps the names of tests and the undecided tests in memory.
 */
export const goTestJson: ReportFormat = {
  id: "go-test-json",
  label: "go test -json",
  writtenBy: "Go: `go test -json ./...`, `gotestsum --jsonfile`",
  recognises,
  read: readGo,
};

/** Builds print plain lines, also before the first event. */
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
