import { asObject } from "#json/json-value.ts";
import { parsePiece } from "#json/parse-piece.ts";
import type { ReportFormat } from "#report-format.ts";
import { scannedBy } from "#scan.ts";
import { LineScanner } from "#text/line-scanner.ts";
import { MessagesReader } from "./messages-reader.ts";

/**
 * Cucumber's stream of messages, one per line, from all implementations and versions of the protocol. Keeps the features,
 * the scenarios that have not run yet and the running ones in memory.
 */
export const cucumberMessages: ReportFormat = {
  id: "cucumber-messages",
  label: "Cucumber messages",
  writtenBy: "Cucumber, all implementations: `--format message:messages.ndjson`",
  recognises,
  read: scannedBy(() => new LineScanner(new MessagesReader())),
};

const first =
  /^\{\s*"(meta|source|gherkinDocument|pickle|parseError|stepDefinition|hook|parameterType|testRunStarted|testCase|testCaseStarted)"\s*:\s*\{/m;

/** A message has a single key. The first line may be longer than the text that is checked. */
function recognises(head: string): boolean {
  const found = first.exec(head);
  if (found === null || head.slice(0, found.index).includes("{")) return false;
  const end = head.indexOf("\n", found.index);
  if (end < 0 && !head.trimEnd().endsWith("}")) return true;
  const message = asObject(parsePiece(head.slice(found.index, end < 0 ? undefined : end))?.value);
  return message !== undefined && Object.keys(message).length === 1;
}
