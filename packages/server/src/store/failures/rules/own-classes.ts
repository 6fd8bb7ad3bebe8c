import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

/** Class that a user set for a single failure. */
interface OwnClass {
  readonly class: FailureClass;
  readonly subClass: string | null;
}

/** Class of a failure, set by a user or a project rule, or by the engine for its cause. */
export interface AppliedClass extends OwnClass {
  /** Confidence of the engine, 0 to 1; `null` if a user decided. */
  readonly confidence: number | null;
  /** `null` for a user or the engine. */
  readonly rule: RuleOfClass | null;
  /** True if the class was set for this failure only, not for its cause. */
  readonly alone: boolean;
  /** Decision of the user; `null` if the engine or a rule decided. */
  readonly decision: StoredClassDecision | null;
}

export interface StoredClassDecision {
  /** `null` if the account was deleted. */
  readonly by: string | null;
  readonly at: Date;
}

interface RuleOfClass {
  readonly name: string;
  /** Line of this error that the rule matched; `null` if it matched another error of the cause. */
  readonly line: string | null;
}

/**
 * Joins the rule for the single failure `f` of group `g` as `u`. A user's decision about the group takes precedence over it, and a decision about the
 * failure (`f.class`) over both.
 */
export const ruleOfFailure = sql.raw(`
  left join classification_rule u
    on u.project_id = f.project_id and u.id = f.rule_id and u.enabled and g.decided_by is distinct from 'person'`);

const isOfEngine = sql.raw(`g.decided_by is distinct from 'person' and g.rule_id is null`);
/** Joins the user's decision about the failure or its group `g` as `d`, and the user as `du`. */
function personJoined(projectId: number, ofFailure: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    left join decision d
      on d.project_id = ${opaqueProjectId(projectId)}
     and d.id = coalesce(${ofFailure}, case when g.decided_by = 'person' and g.decided_name ~ '^[0-9]{1,18}$' then g.decided_name::bigint end)
    left join user_account du on du.id = d.by_user_id`;
}

const decisionColumns = sql.raw(
  `d.decided_at as "decidedAt", coalesce(du.display_name, du.name, du.username) as "decider"`,
);

const ruleOfGroup = sql.raw(`case when g.rule_id is not null then g.decided_name end`);

/** Returns classes that users set for these failures, by result. */
export async function ownClasses(
  db: Db,
  projectId: number,
  resultIds: readonly number[],
): Promise<Map<number, OwnClass>> {
  if (resultIds.length === 0) return new Map();
  const { rows } = await sql<OwnClass & { resultId: number }>`
    select result_id as "resultId", class, sub_class as "subClass"
      from failure
     where project_id = ${opaqueProjectId(projectId)} and result_id = any(${numbers(resultIds)}::bigint[]) and class is not null
  `.execute(db);
  return new Map(rows.map(({ resultId, ...own }) => [resultId, own]));
}

/** Returns the classes of failures by result; unclassified ones are omitted. */
export async function appliedClasses(
  db: Db,
  projectId: number,
  resultIds: readonly number[],
): Promise<Map<number, AppliedClass>> {
  if (resultIds.length === 0) return new Map();
  const { rows } = await sql<AppliedClassRow & { resultId: number }>`
    select f.result_id as "resultId", case when f.class is null and u.id is null and ${isOfEngine} then g.confidence end as confidence,
           coalesce(f.class, u.class, g.class) as class,
           case when f.class is not null then f.sub_class when u.id is not null then u.sub_class else g.sub_class end as "subClass",
           case when f.class is null then coalesce(u.name, ${ruleOfGroup}) end as rule,
           s.rule_lines[array_position(s.rule_ids, coalesce(u.id, g.rule_id))] as line,
           f.class is not null or u.id is not null as alone, ${decisionColumns}
      from failure f
      left join failure_signature s on s.project_id = f.project_id and s.id = f.signature_id
      left join failure_group g on g.project_id = s.project_id and g.id = s.group_id
      ${ruleOfFailure}
      ${personJoined(projectId, sql`f.decision_id`)}
     where f.project_id = ${opaqueProjectId(projectId)} and f.result_id = any(${numbers(resultIds)}::bigint[]) and not f.gone
       and coalesce(f.class, u.class, g.class) is not null
  `.execute(db);
  return new Map(rows.map(({ resultId, ...row }) => [resultId, appliedClass(row)]));
}

/** Returns the class of one failure; `null` if it is unclassified. */
export async function appliedClassOf(db: Db, projectId: number, resultId: number): Promise<AppliedClass | null> {
  return (await appliedClasses(db, projectId, [resultId])).get(resultId) ?? null;
}

/** Group of an error with its class. */
interface GroupOfSignature {
  readonly groupId: number;
  readonly appliedClass: AppliedClass | null;
}

/** Returns groups by signature, without errors that are not collected yet. */
export async function groupsOfSignatures(
  db: Db,
  projectId: number,
  signatures: readonly string[],
): Promise<Map<string, GroupOfSignature>> {
  if (signatures.length === 0) return new Map();
  const { rows } = await sql<
    Omit<AppliedClassRow, "class"> & { signature: string; groupId: number; class: FailureClass | null }
  >`
    select s.signature, s.group_id as "groupId", g.class, g.sub_class as "subClass", ${ruleOfGroup} as rule,
           s.rule_lines[array_position(s.rule_ids, g.rule_id)] as line, false as alone,
           case when ${isOfEngine} then g.confidence end as confidence, ${decisionColumns}
      from failure_signature s
      join failure_group g on g.project_id = s.project_id and g.id = s.group_id
      ${personJoined(projectId, sql`null::bigint`)}
     where s.project_id = ${opaqueProjectId(projectId)} and s.signature = any(${signatures}::text[])
  `.execute(db);
  return new Map(
    rows.map(({ signature, groupId, class: name, ...row }) => [
      signature,
      { groupId, appliedClass: name === null ? null : appliedClass({ ...row, class: name }) },
    ]),
  );
}

interface AppliedClassRow extends OwnClass {
  readonly rule: string | null;
  readonly line: string | null;
  readonly alone: boolean;
  readonly confidence: number | null;
  readonly decider: string | null;
  readonly decidedAt: Date | null;
}

function appliedClass({
  class: name,
  subClass,
  rule,
  line,
  alone,
  confidence,
  decider,
  decidedAt,
}: AppliedClassRow): AppliedClass {
  const ofPerson = rule === null && confidence === null && decidedAt !== null;
  return {
    class: name,
    subClass,
    confidence,
    rule: rule === null ? null : { name: rule, line },
    alone,
    decision: ofPerson ? { by: decider, at: decidedAt } : null,
  };
}
