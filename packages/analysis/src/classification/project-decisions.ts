import type { FailureFingerprint } from "#grouping/failure-fingerprint.ts";
import { similarity } from "#grouping/similarity.ts";
import type { Verdict } from "./classify.ts";
import type { FailureClass } from "@plumb/contract/failures/failure-classes.ts";
import type { SubClass } from "./taxonomy.ts";

/** A user's decision about a failure. */
export interface Decision {
  readonly id: string;
  readonly outline: FailureFingerprint;
  readonly class: FailureClass;
  readonly subClass: SubClass | null;
  /** Milliseconds since 1970. The latest of several contradicting decisions wins. */
  readonly at: number;
}

/** Confidence that the same error has the same class again, and its reduction if other decisions disagree. */
const sameAgain = 0.97;
const contradicted = 0.75;

/**
 * Returns the decision about the same or the most similar failure, which takes precedence over rules and the model. Returns `null` if no similar
 * failure has a decision.
 *
 * @param otherwise Automatic verdict. It becomes an alternative and keeps its evidence.
 */
export function decidedByProject(
  outline: FailureFingerprint,
  decisions: readonly Decision[],
  otherwise: Verdict,
): Verdict | null {
  const near = decisions
    .flatMap((decision) => {
      const like = similarity(outline, decision.outline);
      return like === null ? [] : [{ decision, share: like.kind === "same" ? 1 : Math.min(like.share, 0.99) }];
    })
    .toSorted((a, b) => b.share - a.share || b.decision.at - a.decision.at);
  const [nearest] = near;
  if (nearest === undefined) return null;
  const { decision, share } = nearest;
  const isContradicted = near.some((other) => other.share === share && other.decision.class !== decision.class);
  const alternatives =
    otherwise.class === decision.class
      ? otherwise.alternatives
      : [{ class: otherwise.class, confidence: Math.min(otherwise.confidence, 1 - sameAgain * share) }];
  return {
    class: decision.class,
    subClass: decision.subClass,
    confidence: sameAgain * share * (isContradicted ? contradicted : 1),
    evidence: otherwise.evidence,
    alternatives,
    by: { kind: "project", decision: decision.id, likeness: share },
  };
}
