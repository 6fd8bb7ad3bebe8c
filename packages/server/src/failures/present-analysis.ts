import type { FailureAnalysis, FailureCluster } from "@plumb/contract/runs/insights.ts";
import type { Db } from "#store/db.ts";
import { groupsOfSignatures, type AppliedClass } from "#store/failures/rules/own-classes.ts";
import {
  type FoundCluster,
  type FoundVerdict,
  type ReportRef,
  storedAnalysis,
} from "#store/failures/analysis/report-analysis.ts";
import { inPercent, presentDecision } from "./verdict.ts";

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
  const byPerson = appliedClass !== null && appliedClass.rule === null && appliedClass.confidence === null;
  const verdict = found && verdictNow(found, appliedClass, byPerson);
  return {
    ...cluster,
    confidence: byPerson ? 100 : (verdict?.confidence ?? cluster.confidence),
    setBy: byPerson
      ? { class: appliedClass.class, decision: appliedClass.decision && presentDecision(appliedClass.decision) }
      : null,
    technicalAnalysis:
      verdict === null || cluster.technicalAnalysis === null
        ? cluster.technicalAnalysis
        : [cluster.technicalAnalysis, verdictLines(verdict)].filter((text) => text !== "").join("\n"),
  };
}

function verdictNow(found: FoundVerdict, appliedClass: AppliedClass | null, byPerson: boolean): FoundVerdict {
  if (appliedClass === null) return found;
  if (byPerson)
    return { class: appliedClass.class, confidence: null, others: "", by: appliedClass.decision?.by ?? aPerson };
  // The analysis contains a decision of a user that has been undone.
  if (found.confidence === null)
    return {
      class: appliedClass.class,
      confidence: inPercent(appliedClass.confidence ?? 1),
      others: "",
      by: appliedClass.rule === null ? theModel : ruleText(appliedClass.rule.name),
    };
  return found;
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
