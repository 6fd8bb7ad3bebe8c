import type { ChangeCounts, ChangeKind } from "@plumb/contract/runs/compare.ts";
import type { MatrixKind } from "@plumb/contract/runs/compare-many.ts";

interface KindLabels<Kind = ChangeKind> {
  readonly kind: Kind;
  readonly label: string;
  /** Name of one test of the kind, if it differs from the label. */
  readonly word?: string;
  /** Definition. */
  readonly rule: string;
  readonly color: "failed" | "passed" | "flaky" | "skipped" | "neutral";
}

/** All kinds in display order, the urgent ones first. */
export const changeKinds: readonly KindLabels[] = [
  {
    kind: "newFailure",
    label: "New failures",
    word: "New failure",
    rule: "Fails for a cause that the base report does not have: it passed, was skipped or missing there, or failed for another cause",
    color: "failed",
  },
  {
    kind: "backAgain",
    label: "Back again",
    rule: "Failed before the base report, did not fail for this cause in it, and fails again",
    color: "failed",
  },
  {
    kind: "fixed",
    label: "Fixed",
    rule: "Failed or errored in the base report; now passes on the first attempt",
    color: "passed",
  },
  {
    kind: "newlyFlaky",
    label: "Newly flaky",
    rule: "Now passes only after a failed attempt; was not flaky in the base report",
    color: "flaky",
  },
  {
    kind: "changedCause",
    label: "Different cause",
    rule: "Failed or errored in both reports, but for another cause; counts as a new failure or as back again",
    color: "failed",
  },
  {
    kind: "slower",
    label: "Slower",
    rule: "Passed on the first attempt in both reports, but took at least twice as long and at least one second longer",
    color: "skipped",
  },
  { kind: "added", label: "Added", rule: "Not in the base report", color: "neutral" },
  { kind: "removed", label: "Removed", rule: "In the base report only", color: "neutral" },
  {
    kind: "stillFailing",
    label: "Still failing",
    rule: "Failed or errored in both reports for the same cause",
    color: "neutral",
  },
];

/** Kinds for more than two reports. Labels for two reports apply to the first and the last. */
export const matrixKinds: readonly KindLabels<MatrixKind>[] = [
  ...changeKinds,
  {
    kind: "failedBetween",
    label: "Failed in between",
    rule: "Failed or errored only in reports between the first and the last",
    color: "flaky",
  },
];

/** Counts that a report shows, each with a short label and a label with a noun. */
export const listedKinds: readonly {
  readonly kind: keyof ChangeCounts;
  readonly brief: string;
  readonly whole: (count: number) => string;
  readonly color: KindLabels["color"];
}[] = [
  {
    kind: "newFailure",
    brief: "new",
    whole: (count) => (count === 1 ? "new failure" : "new failures"),
    color: "failed",
  },
  { kind: "backAgain", brief: "back again", whole: () => "back again", color: "failed" },
  { kind: "fixed", brief: "fixed", whole: () => "fixed", color: "passed" },
  { kind: "stillFailing", brief: "known", whole: () => "known", color: "neutral" },
  { kind: "newlyFlaky", brief: "newly flaky", whole: () => "newly flaky", color: "flaky" },
];
