import { type AppliedClass, applyClass, type ClassSources } from "@plumb/analysis/classification/applied-class.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

/**
 * Joins the rule for the single failure `f` of group `g` as `u`. A user's decision about the group takes precedence over it, and a decision about the
 * failure (`f.class`) over both.
 */
export function ruleOfFailure(projectId: number): RawBuilder<unknown> {
  return sql`
  left join classification_rule u
    on u.project_id = ${opaqueProjectId(projectId)} and u.id = f.rule_id and u.enabled and g.decided_by is distinct from 'person'`;
}

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

const lineOf = (ruleId: RawBuilder<unknown>) => sql`s.rule_lines[array_position(s.rule_ids, ${ruleId})]`;
const classOfGroup = sql`
  case when g.class is not null then json_build_object(
    'class', g.class, 'subClass', g.sub_class, 'confidence', g.confidence, 'decidedBy', g.decided_by,
    'rule', case when g.rule_id is not null then json_build_object('name', g.decided_name, 'line', ${lineOf(sql`g.rule_id`)}) end)
  end as "group"`;

type SourcesRow = Pick<ClassSources, "group" | "rule" | "user"> & {
  readonly decider: string | null;
  readonly decidedAt: Date | null;
};

function appliedClass({ decider, decidedAt, ...sources }: SourcesRow): AppliedClass | null {
  return applyClass({ ...sources, decision: decidedAt === null ? null : { by: decider, at: decidedAt } });
}

/** Returns the classes of failures by result; unclassified ones are omitted. */
export async function appliedClasses(
  db: Db,
  projectId: number,
  resultIds: readonly number[],
): Promise<Map<number, AppliedClass>> {
  if (resultIds.length === 0) return new Map();
  const { rows } = await sql<SourcesRow & { resultId: number }>`
    select f.result_id as "resultId", ${classOfGroup}, ${decisionColumns},
           case when f.class is not null then json_build_object('class', f.class, 'subClass', f.sub_class) end as "user",
           case when u.id is not null then json_build_object(
             'class', u.class, 'subClass', u.sub_class, 'name', u.name, 'line', ${lineOf(sql`u.id`)}) end as rule
      from failure f
      left join failure_signature s on s.project_id = f.project_id and s.id = f.signature_id
      left join failure_group g on g.project_id = s.project_id and g.id = s.group_id
      ${ruleOfFailure(projectId)}
      ${personJoined(projectId, sql`f.decision_id`)}
     where f.project_id = ${opaqueProjectId(projectId)} and f.result_id = any(${numbers(resultIds)}::bigint[]) and not f.gone
  `.execute(db);
  return new Map(
    rows.flatMap(({ resultId, ...row }) => {
      const applied = appliedClass(row);
      return applied === null ? [] : [[resultId, applied]];
    }),
  );
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
  const { rows } = await sql<SourcesRow & { signature: string; groupId: number }>`
    select s.signature, s.group_id as "groupId", ${classOfGroup}, ${decisionColumns}
      from failure_signature s
      join failure_group g on g.project_id = s.project_id and g.id = s.group_id
      ${personJoined(projectId, sql`null::bigint`)}
     where s.project_id = ${opaqueProjectId(projectId)} and s.signature = any(${signatures}::text[])
  `.execute(db);
  return new Map(
    rows.map(({ signature, groupId, ...row }) => [signature, { groupId, appliedClass: appliedClass(row) }]),
  );
}
