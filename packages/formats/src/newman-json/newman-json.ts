import { topLevelKeys } from "#detection/json-facts.ts";
import { jsonReport } from "#json/json-report.ts";
import type { ReportFormat } from "#report-format.ts";
import { scannedBy } from "#scan.ts";
import { newmanOutline, NewmanReader } from "./newman-reader.ts";

/** Summary of a Newman run. It begins with the collection, which can be longer than the part used to detect the format. */
export const newmanJson: ReportFormat = {
  id: "newman-json",
  label: "Newman JSON",
  writtenBy: "Newman, Postman's command line: `newman run shop.json -r json`",
  recognises,
  read: scannedBy(() => jsonReport(newmanOutline, (writer) => new NewmanReader(writer))),
};

/** A shorter text with a collection but without a run is a collection that was exported from Postman. */
const longCollection = 60_000;

function recognises(head: string): boolean {
  const keys = topLevelKeys(head);
  if (keys?.has("collection") !== true) return false;
  if (keys.has("run") || keys.has("globals")) return true;
  return keys.size === 1 && head.length > longCollection && /"(?:event|request)"\s*:/.test(head);
}
