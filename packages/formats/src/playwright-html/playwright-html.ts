import { topLevelKeys } from "#detection/json-facts.ts";
import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { jsonReport } from "#json/json-report.ts";
import type { Bundle, ReportFormat } from "#report-format.ts";
import { scan } from "#scan.ts";
import { HtmlReader, htmlOutline } from "./html-reader.ts";

/**
 * The files in the archive that Playwright's HTML report contains: `report.json`, and one file for each test file. The server unpacks the
 * archive.
 */
export const playwrightHtml: ReportFormat = {
  id: "playwright-html",
  label: "Playwright HTML",
  writtenBy: "Playwright: `--reporter=html`, the whole folder `playwright-report`",
  extent: "folder",
  recognises,
  read,
};

function recognises(head: string): boolean {
  const keys = topLevelKeys(head);
  if (keys === undefined) return false;
  if (keys.has("files") && keys.has("startTime")) return /"files"\s*:\s*\[\s*(?:\]|\{\s*"fileId")/.test(head);
  return keys.has("fileId") && keys.has("fileName");
}

async function* read({ members }: Bundle): ReturnType<ReportFormat["read"]> {
  const reader = new HtmlReader();
  for (const member of members) {
    for await (const events of scan(
      member.text(),
      jsonReport(htmlOutline, (writer) => reader.of(writer)),
    ))
      yield [...reader.take(), ...events];
  }
  const rest: ResultEvent[] = reader.end();
  if (rest.length > 0) yield rest;
}
