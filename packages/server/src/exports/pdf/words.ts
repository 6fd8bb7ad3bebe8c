import type { Report } from "@plumb/contract/reports.ts";
import type { ResultRow } from "@plumb/contract/results.ts";
import { plainLine } from "./lines.ts";

const wholeNumber = new Intl.NumberFormat("en-US");

export function countWords(count: number): string {
  return wholeNumber.format(count);
}

/** `840 ms`, `14.20 s`, `1m 12s`, `2h 05m`, as on the screens. */
export function durationWords(durationMs: number | null): string {
  if (durationMs === null) return "–";
  if (durationMs < 1000) return `${Math.round(durationMs)} ms`;
  if (durationMs < 60_000) return `${(durationMs / 1000).toFixed(2)} s`;
  const seconds = Math.round(durationMs / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${pad(seconds % 60)}s`;
  return `${wholeNumber.format(Math.floor(seconds / 3600))}h ${pad(Math.floor((seconds % 3600) / 60))}m`;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}

/** A rate is not shown as `100.0%` while there is a failure, however it rounds. */
export function rateWords(percent: number | null, failures: number): string {
  if (percent === null) return "– (nothing ran)";
  return `${(failures > 0 ? Math.min(percent, 99.9) : percent).toFixed(1)}%`;
}

/** `4 March 2026, 10:00:00 UTC`: whoever opens the document may be anywhere. */
export function momentWords(moment: string | Date): string {
  return `${new Date(moment).toLocaleString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZone: "UTC",
  })} UTC`.replace(" at ", ", ");
}

/** Suites, title and what tells this one from its like. */
export function testName({ titlePath, variant, occurrence }: ResultRow): string {
  const name = titlePath.join(" › ");
  return plainLine(`${name}${variant === "" ? "" : ` [${variant}]`}${occurrence > 1 ? ` (${occurrence})` : ""}`);
}

export function reportTitle({ testSuite, number }: Report): string {
  return `${plainLine(testSuite)} #${number}`;
}
