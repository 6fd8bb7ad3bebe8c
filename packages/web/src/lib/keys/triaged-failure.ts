import type { RequestedMatching } from "@plumb/contract/failures/decisions.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import type { ReactNode } from "react";
import type { FailureSearch } from "#lib/address/failure-search.ts";

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

/** Groups and single failures, or all groups or tests that match the filters. */
export type FailureTarget =
  | { readonly groupIds?: readonly number[]; readonly testCaseIds?: readonly number[] }
  | { readonly matching: RequestedMatching };

export function targetOf(failures: readonly TriagedFailure[]): FailureTarget {
  return {
    groupIds: failures.flatMap((failure) => ("testCaseId" in failure ? [] : [failure.groupId])),
    testCaseIds: failures.flatMap((failure) => ("testCaseId" in failure ? [failure.testCaseId] : [])),
  };
}

/**
 * Act on failures that has a dialog. `due` and `item` assign as well, but the date or the note comes first. `quarantine` also mutes. `same` merges causes
 * into another one.
 */
export type FailureAct = "assign" | "due" | "item" | "quarantine" | "same" | "ticket";

/** In the order in which they are offered. */
export const failureActs: readonly { readonly act: FailureAct; readonly key: string; readonly label: string }[] = [
  { act: "assign", key: "a", label: "Assign" },
  { act: "due", key: "d", label: "Assign with a due date" },
  { act: "item", key: "i", label: "Create an analysis item" },
  { act: "quarantine", key: "q", label: "Quarantine the tests" },
  { act: "same", key: "m", label: "Same as another cause" },
  { act: "ticket", key: "T", label: "Create a ticket" },
];

export interface ActedFailures {
  readonly act: FailureAct;
  readonly projectId: number;
  /** Empty for everything that matches a filter. */
  readonly failures: readonly TriagedFailure[];
  readonly target: FailureTarget;
  /** Filters of the list, which limit the tests of a cause. */
  readonly search: FailureSearch;
  readonly onClose: () => void;
  /** Gets the details of a completed act. */
  readonly onDone?: (done: ActDone) => void;
  /** Merges the causes instead of the dialog. */
  readonly onSame?: (into: { readonly id: number; readonly error: string }) => void;
}

export interface ActDone {
  readonly act: FailureAct;
  /** Such as the name of the assignee. */
  readonly detail: string | null;
}

/** Renders the dialog of an act. */
export type FailureDialog = (acted: ActedFailures) => ReactNode;

/** Returns why an act is not possible; `null` if it is. */
export function refusalOf(act: FailureAct, failures: readonly TriagedFailure[]): string | null {
  if (act === "quarantine") return null;
  if (act === "assign" || act === "due" || act === "item")
    return failures.length > 0 && failures.length <= maxAssigned
      ? null
      : `Select at most ${maxAssigned} rows of one page to assign them`;
  const causes = failures.filter(({ groupId }) => groupId !== null);
  return causes.length === failures.length && failures.length > 0
    ? null
    : `${act === "same" ? "Merging" : "A ticket"} needs causes. Select causes of one page`;
}

/** Triage of the failures in a list, for users with this permission. */
export interface FailureTriage {
  readonly onClassify: (failures: readonly TriagedFailure[], as: FailureClass) => void;
  readonly onAct: (act: FailureAct, failures: readonly TriagedFailure[]) => void;
  /** `undefined` without a decision to undo. */
  readonly onUndo: (() => void) | undefined;
  readonly onCopyLink: (failure: TriagedFailure) => void;
  /** Renders the actions for the selected failures. */
  readonly barOf: (failures: readonly TriagedFailure[], clear: () => void) => ReactNode;
}
