import { formatRate } from "@plumb/contract/figures.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import type { ResultRow } from "@plumb/contract/runs/results.ts";
import { plainLine } from "./lines.ts";

/** Formats a rate, or explains that there is none. */
export function rateText(percent: number | null): string {
  return percent === null ? "– (nothing ran)" : formatRate(percent);
}

/** Formats `4 March 2026, 10:00:00 UTC`, because readers can be in any time zone. */
export function timeText(time: string | Date): string {
  return `${new Date(time).toLocaleString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZone: "UTC",
  })} UTC`.replace(" at ", ", ");
}

/** Returns suites and title, and the details that distinguish this test from similar ones. */
export function testName({ titlePath, variant, occurrence }: ResultRow): string {
  const name = titlePath.join(" › ");
  return plainLine(`${name}${variant === "" ? "" : ` [${variant}]`}${occurrence > 1 ? ` (${occurrence})` : ""}`);
}

export function reportTitle({ testSuite, number }: Report): string {
  return `${plainLine(testSuite)} #${number}`;
}
