import type { StepRecord } from "#results/test-record.ts";

const maxRows = 100;

/** Returns the rows of a data table, formatted as in the feature. */
export function tableRows(rows: readonly (readonly string[])[]): string[] {
  return rows
    .filter((cells) => cells.length > 0)
    .slice(0, maxRows)
    .map((cells) => `| ${cells.join(" | ")} |`);
}

/** Returns the arguments of a step, a doc string or table rows, as nested steps. */
export function argumentSteps(details: readonly string[], status: StepRecord["status"]): StepRecord[] {
  return details.map((title) => ({ title, depth: 1, status, category: "argument" }));
}
