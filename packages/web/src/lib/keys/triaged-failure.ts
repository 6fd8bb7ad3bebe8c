import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import type { ReactNode } from "react";

/** A cause, or a failed test of a report, that is assigned or handed over. */
export type TriagedFailure = {
  /** Name of the test; `null` for a cause. */
  readonly name: string | null;
  readonly error: string;
  /** Number of tests of a cause, if known. */
  readonly tests?: number;
  /** Its page on this server. */
  readonly path: string;
} & ({ readonly groupId: number } | { readonly testCaseId: number; readonly groupId: number | null });

/** A cause as it is handed over. */
export function triagedCause(groupId: number, error: string, tests: number) {
  return { groupId, name: null, error, tests, path: `/defects?group=${groupId}` };
}

/** Maximum number of failures that are assigned together: each gets an analysis item, and its assignee a notification. */
export const maxAssigned = 50;

/** Triage of the failures in a list, for users with this permission. */
export interface FailureTriage {
  readonly onClassify: (failures: readonly TriagedFailure[], as: FailureClass) => void;
  readonly onAssign: (failures: readonly TriagedFailure[]) => void;
  readonly onCopyLink: (failure: TriagedFailure) => void;
  /** Renders the actions for the selected failures. */
  readonly barOf: (failures: readonly TriagedFailure[], clear: () => void) => ReactNode;
}
