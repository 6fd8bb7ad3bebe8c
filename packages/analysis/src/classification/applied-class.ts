import type { FailureClass } from "@plumb/contract/failures/failure-classes.ts";
import type { DecidedBy, Verdict } from "./classify.ts";

interface SetClass {
  readonly class: FailureClass;
  readonly subClass: string | null;
}

/** A rule of the project. */
interface RuleOfClass {
  readonly name: string;
  /** Line of this error that the rule matched; `null` if it matched another error of the cause. */
  readonly line: string | null;
}

/** Decision of a user. */
export interface UserDecision {
  /** `null` if the account was deleted. */
  readonly by: string | null;
  readonly at: Date;
}

/** Everything that sets the class of a failure. */
export interface ClassSources {
  /** Class that a user set for this failure alone. */
  readonly user?: SetClass | null;
  /** Rule of the project that matches this failure alone. */
  readonly rule?: (RuleOfClass & SetClass) | null;
  /** Class of the cause, set by a user, a rule of the project or the engine. */
  readonly group: {
    readonly class: FailureClass | null;
    readonly subClass: string | null;
    readonly confidence: number | null;
    readonly decidedBy: DecidedBy["kind"] | null;
    readonly rule?: RuleOfClass | null;
  } | null;
  /** Decision about the failure or its cause. */
  readonly decision?: UserDecision | null;
}

/** The class of a failure. */
export interface AppliedClass extends SetClass {
  /** 0 to 1; `null` if a user decided, because that is not a guess. */
  readonly confidence: number | null;
  readonly decidedBy: DecidedBy["kind"];
  /** `null` for a user or the engine. */
  readonly rule: RuleOfClass | null;
  /** True if the class was set for this failure only, not for its cause. */
  readonly alone: boolean;
  /** Decision of the user; `null` if the engine or a rule decided. */
  readonly decision: UserDecision | null;
}

/**
 * Returns which source decides about a failure: a user's decision about it, then one about its cause, then a rule that matches it, then the class of
 * its cause.
 */
export function decidingSource(has: {
  readonly user: boolean;
  readonly rule: boolean;
  readonly groupByUser: boolean;
}): "group" | "rule" | "user" {
  if (has.user) return "user";
  return has.rule && !has.groupByUser ? "rule" : "group";
}

/** Returns the class of a failure, or of a cause if only `group` is set; `null` if it is unclassified. */
export function applyClass({ user = null, rule = null, group, decision = null }: ClassSources): AppliedClass | null {
  const groupByUser = group?.decidedBy === "person";
  const source = decidingSource({ user: user !== null, rule: rule !== null, groupByUser });
  if (source === "user" && user !== null)
    return { ...classOf(user), confidence: null, decidedBy: "person", rule: null, alone: true, decision };
  if (source === "rule" && rule !== null) {
    const { name, line } = rule;
    return { ...classOf(rule), confidence: 1, decidedBy: "rule", rule: { name, line }, alone: true, decision: null };
  }
  if (group === null || group.class === null) return null;
  return {
    class: group.class,
    subClass: group.subClass,
    confidence: groupByUser ? null : group.confidence,
    decidedBy: group.decidedBy ?? "model",
    rule: groupByUser ? null : (group.rule ?? null),
    alone: false,
    decision: groupByUser ? decision : null,
  };
}

function classOf({ class: name, subClass }: SetClass): SetClass {
  return { class: name, subClass };
}

/** Returns whether the engine decided, not a user or a rule of the project. */
export function isByEngine({ decidedBy, rule }: Pick<AppliedClass, "decidedBy" | "rule">): boolean {
  return decidedBy !== "person" && rule === null;
}

/**
 * Returns the engine's verdict about an error with the class that applies. If a project rule or the whole cause decides, the engine's
 * verdict about this error becomes an alternative. A user's decision has no alternatives.
 */
export function withAppliedClass(verdict: Verdict, applied: AppliedClass): Verdict {
  const subClass = applied.subClass as Verdict["subClass"];
  const set = { ...verdict, class: applied.class, subClass, confidence: applied.confidence ?? 1 };
  if (applied.decidedBy === "person") return { ...set, alternatives: [], by: { kind: "person" } };
  const own = { class: verdict.class, confidence: verdict.confidence };
  const alternatives = own.class === applied.class ? [] : [own];
  if (applied.rule === null) {
    const others = verdict.alternatives.filter((other) => other.class !== applied.class);
    return { ...set, alternatives: [...alternatives, ...others] };
  }
  const { name, line } = applied.rule;
  const evidence = line === null ? verdict.evidence : [line];
  return { ...set, evidence, alternatives, by: { kind: "rule", rule: name } };
}
