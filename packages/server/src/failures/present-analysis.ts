import type { AppliedClass } from "@plumb/analysis/classification/applied-class.ts";
import type { FailureAnalysis, FailureCluster } from "@plumb/contract/runs/insights.ts";
import type { Db } from "#store/db.ts";
import { groupsOfSignatures } from "#store/failures/rules/own-classes.ts";
import {
  type FoundCluster,
  type FoundVerdict,
  type ReportRef,
  storedAnalysis,
} from "#store/failures/analysis/report-analysis.ts";
import { presentClass, presentDecision } from "./verdict.ts";

export const aPerson = "a project member";
export const theModel = "a model trained on labelled failures";
export const ruleText = (rule: string) => `the rule ${rule}`;

/** Returns the analysis of a run, updated by later decisions of users; `null` if there is none. */
export async function presentAnalysis(db: Db, ref: ReportRef, now: Date): Promise<FailureAnalysis | null> {
  const analysis = await storedAnalysis(db, ref, now);
  if (analysis === null) return null;
  const signatures = analysis.clusters.flatMap(({ signature }) =>
    signature === null ? [] : [withoutVersion(signature)],
  );
  const groups = await groupsOfSignatures(db, ref.projectId, signatures);
  const appliedClassOf = ({ signature }: FoundCluster) =>
    signature === null ? null : (groups.get(withoutVersion(signature))?.appliedClass ?? null);
  return {
    ...analysis,
    clusters: analysis.clusters.map((cluster) => presentCluster(cluster, appliedClassOf(cluster))),
  };
}

/** Removes the version of the algorithm from a stored signature such as `7:3f…`. */
function withoutVersion(signature: string): string {
  return signature.slice(signature.indexOf(":") + 1);
}

function presentCluster(
  { verdict: found = null, ...cluster }: FoundCluster,
  appliedClass: AppliedClass | null,
): FailureCluster {
  const byUser = appliedClass?.decidedBy === "person" ? appliedClass : null;
  const verdict = found && verdictNow(found, appliedClass);
  return {
    ...cluster,
    confidence: byUser === null ? (verdict?.confidence ?? cluster.confidence) : null,
    setBy: byUser && { class: byUser.class, decision: byUser.decision && presentDecision(byUser.decision) },
    technicalAnalysis:
      verdict === null || cluster.technicalAnalysis === null
        ? cluster.technicalAnalysis
        : [cluster.technicalAnalysis, verdictLines(verdict)].filter((text) => text !== "").join("\n"),
  };
}

function verdictNow(found: FoundVerdict, appliedClass: AppliedClass | null): FoundVerdict {
  if (appliedClass === null) return found;
  const byUser = appliedClass.decidedBy === "person";
  // A verdict without confidence was a user's decision that has been undone.
  if (!byUser && found.confidence !== null) return found;
  const engine = appliedClass.rule === null ? theModel : ruleText(appliedClass.rule.name);
  return {
    class: appliedClass.class,
    confidence: presentClass(appliedClass).confidence,
    others: "",
    by: byUser ? (appliedClass.decision?.by ?? aPerson) : engine,
  };
}

function verdictLines({ class: name, confidence, others, by }: FoundVerdict): string {
  return inLines([
    ["Class", confidence === null ? name : `${name} (${confidence}%)`],
    ["Might also be", others === "" ? null : others],
    ["Decided by", by],
  ]);
}

/** Returns `Name: value` lines, without parts that have no value. */
export function inLines(parts: readonly (readonly [name: string, value: string | null])[]): string {
  return parts.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`])).join("\n");
}
