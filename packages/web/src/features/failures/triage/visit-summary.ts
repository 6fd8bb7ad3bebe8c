import type { FailureGroup } from "@plumb/contract/failures/failures.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { zeroWidth } from "@plumb/contract/text/markdown.ts";
import { plainLine } from "@plumb/contract/text/plain.ts";
import { counted, cut, formatCount, formatDuration } from "#lib/format/format.ts";
import { isDecided, type TriageDeeds, type TriageOutcomes } from "./triage-queue.ts";

/** Decisions of a visit. */
export interface VisitSummary {
  /** Number of causes with a decision of this visit. */
  readonly decided: number;
  /** Causes by class, with the assignees of each class. */
  readonly classes: readonly {
    readonly as: FailureClass;
    readonly count: number;
    readonly assignees: readonly string[];
  }[];
  /** Number of causes that are the same as another one. */
  readonly same: number;
  /** Assignees of causes without a decision. */
  readonly otherAssignees: readonly string[];
  /** Number of tests put in quarantine or muted. */
  readonly quarantined: number;
  /** Number of causes that the user left without a decision. */
  readonly skipped: number;
  /** Number of all causes without a decision, with the skipped ones. */
  readonly open: number;
}

interface Visit {
  readonly queue: readonly FailureGroup[];
  readonly outcomes: TriageOutcomes;
  readonly deeds: TriageDeeds;
  /** Causes that the user has seen. */
  readonly visited: ReadonlySet<number>;
}

/** Counts saved decisions only. */
export function visitSummary({ queue, outcomes, deeds, visited }: Visit): VisitSummary {
  const saved = [...outcomes].filter(([, { status }]) => status === "saved");
  const byClass = Map.groupBy(
    saved.flatMap(([id, outcome]) => ("as" in outcome ? [{ id, as: outcome.as }] : [])),
    ({ as }) => as,
  );
  const assigneesOf = (ids: readonly number[]) => [...new Set(ids.flatMap((id) => deeds.get(id)?.assignee ?? []))];
  const undecided = queue.filter((group) => !isDecided(group, outcomes));
  return {
    decided: saved.length,
    classes: [...byClass].map(([as, all]) => ({
      as,
      count: all.length,
      assignees: assigneesOf(all.map(({ id }) => id)),
    })),
    same: saved.length - [...byClass.values()].flat().length,
    otherAssignees: assigneesOf([...deeds.keys()].filter((id) => outcomes.get(id)?.status !== "saved")),
    quarantined: [...deeds.values()].reduce((sum, { quarantined = 0 }) => sum + quarantined, 0),
    skipped: undecided.filter(({ id }) => visited.has(id)).length,
    open: undecided.length,
  };
}

/** Returns the parts of the summary after its classes, such as `1 skipped`. */
export function otherParts({ same, otherAssignees, quarantined, skipped, open }: VisitSummary): string[] {
  return [
    ...(same === 0 ? [] : [`${formatCount(same)} same as another cause`]),
    ...(otherAssignees.length === 0 ? [] : [`assigned to ${otherAssignees.join(", ")}`]),
    ...(quarantined === 0 ? [] : [`${counted(quarantined, "test")} in quarantine or muted`]),
    ...(skipped === 0 ? [] : [`${formatCount(skipped)} skipped`]),
    ...(open === skipped ? [] : [`${formatCount(open - skipped)} not seen`]),
  ];
}

/** Returns `3 Environment Issue (Ada Okafor)`. */
function classPart({ as, count, assignees }: VisitSummary["classes"][number]): string {
  return `${formatCount(count)} ${as}${assignees.length === 0 ? "" : ` (${assignees.join(", ")})`}`;
}

interface SlackText {
  readonly name: string;
  readonly summary: VisitSummary;
  readonly tookMs: number;
  readonly url: string;
}

/** Returns the summary as a message for Slack: `Triage of Web shop #117: 7 causes in 3m 40s: 2 Application Defect (Ada), 1 skipped.` */
export function slackText({ name, summary, tookMs, url }: SlackText): string {
  const parts = [...summary.classes.map(classPart), ...otherParts(summary)];
  const head = `Triage of ${cut(plainLine(name), 100)}: ${counted(summary.decided, "cause")} in ${formatDuration(tookMs)}`;
  const text = `${head}${parts.length === 0 ? "" : `: ${parts.join(", ")}`}.`;
  // A pasted `@channel` would notify everyone.
  return `${text.replaceAll("@", `@${zeroWidth}`)} ${url}`;
}
