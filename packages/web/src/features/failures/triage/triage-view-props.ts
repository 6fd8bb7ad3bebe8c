import type { FailureGroup } from "@plumb/contract/failures/failures.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import type { ReactNode } from "react";
import type { TriageStep } from "#lib/address/failure-search.ts";
import type { FailureAct } from "#lib/keys/triaged-failure.ts";
import type { TriageDeeds, TriageOutcome, TriageOutcomes } from "./triage-queue.ts";

interface TriageActions {
  readonly onClassify: (group: FailureGroup, as: FailureClass) => void;
  /** Sends a decision again that was not saved. */
  readonly onRepeat: (group: FailureGroup, outcome: TriageOutcome) => void;
  /** `undefined` without a decision to undo. */
  readonly onUndo: (() => void) | undefined;
  /** Opens the dialog of an act. */
  readonly onAct: (act: FailureAct, group: FailureGroup) => void;
}

export interface TriageViewProps {
  readonly name: string;
  readonly queue: readonly FailureGroup[];
  /** Number of causes that match; may be more than the queue has. */
  readonly total: number;
  /** `undefined` for the summary, and while a linked cause loads. */
  readonly current: FailureGroup | undefined;
  /** Whether the linked cause does not exist. */
  readonly missing: boolean;
  readonly outcomes: TriageOutcomes;
  readonly deeds: TriageDeeds;
  /** Causes that the user has seen in this visit. */
  readonly visited: ReadonlySet<number>;
  /** Milliseconds from the start of the visit to the summary. */
  readonly tookMs: number;
  /** The opened cause. */
  readonly details: ReactNode;
  readonly onStep: (step: TriageStep | undefined) => void;
  readonly onCopy: (text: string) => void;
  readonly onCopyLink: () => void;
  /** `undefined` for viewers. */
  readonly actions: TriageActions | undefined;
}
