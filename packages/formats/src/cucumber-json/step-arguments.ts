import type { StepRecord } from "#results/test-record.ts";

const mostRows = 100;

/** A data table as it stands in the feature, a row each. */
export function tableRows(rows: readonly (readonly string[])[]): string[] {
  return rows
    .filter((cells) => cells.length > 0)
    .slice(0, mostRows)
    .map((cells) => `| ${cells.join(" | ")} |`);
}

/** What a step was given, a doc string or the rows of a table, stands below it. */
export function argumentSteps(details: readonly string[], status: StepRecord["status"]): StepRecord[] {
  return details.map((title) => ({ title, depth: 1, status, category: "argument" }));
}
