import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconExclamationCircle,
  IconLoader2,
  IconPlayerStop,
  IconRefreshAlert,
  type Icon,
} from "@tabler/icons-react";
import type { TestStatus } from "@plumb/contract/result-event.ts";

/** Outcome of a run, test or attempt, with its label, icon and colour below. */
export type Outcome =
  | "passed"
  | "failed"
  | "errored"
  | "skipped"
  | "flaky"
  | "announced"
  | "running"
  | "interrupted"
  | "not-run"
  | "completed";

interface OutcomeStyle {
  readonly word: string;
  readonly icon: Icon;
  /** Base name of the CSS variables `--x`, `--x-ink` and `--x-weak`. */
  readonly color: "passed" | "failed" | "errored" | "skipped" | "flaky" | "running";
}

export const outcomeStyles: Readonly<Record<Outcome, OutcomeStyle>> = {
  passed: { word: "Passed", icon: IconCircleCheck, color: "passed" },
  completed: { word: "Completed", icon: IconCircleCheck, color: "passed" },
  failed: { word: "Failed", icon: IconCircleX, color: "failed" },
  errored: { word: "Errored", icon: IconExclamationCircle, color: "errored" },
  skipped: { word: "Skipped", icon: IconCircleDashed, color: "skipped" },
  flaky: { word: "Flaky", icon: IconRefreshAlert, color: "flaky" },
  announced: { word: "Queued", icon: IconClock, color: "running" },
  running: { word: "Running", icon: IconLoader2, color: "running" },
  interrupted: { word: "Interrupted", icon: IconPlayerStop, color: "skipped" },
  "not-run": { word: "Not run", icon: IconCircleDashed, color: "skipped" },
};

/** Returns the outcome of a test that was unfinished at the end of its run. */
export function onceEnded(outcome: Outcome): Outcome {
  if (outcome === "running") return "interrupted";
  return outcome === "announced" ? "not-run" : outcome;
}

/** Combines the status and flakiness of a test. */
export function testOutcome(status: TestStatus, flaky: boolean): Outcome {
  if (status === "error") return "errored";
  return status === "passed" && flaky ? "flaky" : status;
}
