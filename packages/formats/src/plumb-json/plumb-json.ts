import type { ReportFormat } from "#report-format.ts";
import { scannedBy } from "#scan.ts";
import { topLevelKeys } from "#detection/json-facts.ts";
import { DocumentReader } from "./document-reader.ts";

/** A report that Plumb exported as JSON (docs/json-export.md). Split into its tests, so memory does not grow with the file. */
export const plumbJson: ReportFormat = {
  id: "plumb-json",
  label: "Plumb JSON",
  writtenBy: "Plumb: its JSON exports ([fields](json-export.md))",
  recognises: (head) => /"format"\s*:\s*"plumb-report"/.test(head) && topLevelKeys(head)?.has("format") === true,
  read: scannedBy(() => new DocumentReader()),
};
