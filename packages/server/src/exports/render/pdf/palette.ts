import type { ResultRow } from "@plumb/contract/runs/results.ts";

/** Colours for print on white; the colours of outcomes are the same as on screens. */
export const colors = {
  ink: "#1c1b20",
  soft: "#55545f",
  quiet: "#6a6974",
  line: "#e4e4e9",
  ground: "#f7f7f9",
  brand: "#6d2366",
  passed: "#10b981",
  failed: "#ef4444",
  errored: "#b91c1c",
  skipped: "#f59e0b",
  flaky: "#8b5cf6",
  announced: "#3b82f6",
  running: "#3b82f6",
  errorInk: "#c81e1e",
} as const;

export type Outcome = "passed" | "failed" | "errored" | "skipped" | "flaky" | "announced" | "running";

export const outcomeLabels: Readonly<Record<Outcome, string>> = {
  passed: "Passed",
  failed: "Failed",
  errored: "Errored",
  skipped: "Skipped",
  flaky: "Flaky",
  announced: "Queued",
  running: "Running",
};

/** Colours for text, with enough contrast on white. */
export const outcomeInks: Readonly<Record<Outcome, string>> = {
  passed: "#04704f",
  failed: "#c81e1e",
  errored: "#971515",
  skipped: "#8f4f06",
  flaky: "#6d28d9",
  announced: "#1d4ed8",
  running: "#1d4ed8",
};

export function outcomeOf(status: ResultRow["status"], flaky = false): Outcome {
  if (status === "error") return "errored";
  return status === "passed" && flaky ? "flaky" : status;
}
