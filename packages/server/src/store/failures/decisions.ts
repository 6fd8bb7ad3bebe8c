import type { DecisionScope } from "@plumb/contract/failures/decisions.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import type { GroupClass } from "#store/failures/groups/groups.ts";

type DecisionKind = "reclassify" | "merge" | "split" | "apart";

interface Subject {
  readonly groupIds: readonly number[];
  readonly resultIds: readonly number[];
}

/** Previous state, to undo the decision. `apart` changes nothing and lists the errors. */
interface Before {
  readonly groups: readonly (GroupClass & { readonly id: number })[];
  readonly failures: readonly {
    readonly id: number;
    readonly class: string | null;
    readonly subClass: string | null;
    readonly decisionId: number | null;
  }[];
  readonly signatures: readonly { readonly id: number; readonly groupId: number; readonly placedBy: string }[];
}

export interface NewDecision {
  readonly kind: DecisionKind;
  readonly class: FailureClass | null;
  readonly subClass: string | null;
  readonly scope: DecisionScope | null;
  readonly subject: Subject;
  readonly before: Before;
  readonly byUserId: number | null;
  readonly now: Date;
}

export interface StoredDecision extends Omit<NewDecision, "now"> {
  readonly id: number;
  readonly at: Date;
  readonly by: string | null;
  readonly undone: boolean;
}

export async function insertDecision(transaction: Db, projectId: number, decision: NewDecision): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into decision (project_id, kind, class, sub_class, scope, subject, before, by_user_id, decided_at)
    values (${projectId}, ${decision.kind}, ${decision.class}, ${decision.subClass}, ${decision.scope},
            ${JSON.stringify(decision.subject)}::jsonb, ${JSON.stringify(decision.before)}::jsonb, ${decision.byUserId}, ${decision.now})
    returning id
  `.execute(transaction);
  return rows[0]?.id ?? 0;
}

const columns = sql`
  d.id, d.kind, d.class, d.sub_class as "subClass", d.scope, d.subject, d.before, d.by_user_id as "byUserId",
  d.decided_at as at, coalesce(u.display_name, u.name, u.username) as by, d.undone_at is not null as undone`;

export async function decisionById(db: Db, projectId: number, id: number): Promise<StoredDecision | null> {
  const { rows } = await sql<StoredDecision>`
    select ${columns} from decision d left join user_account u on u.id = d.by_user_id
     where d.project_id = ${projectId} and d.id = ${id}
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns the decisions about a group, latest first. */
export async function decisionsOfGroup(
  db: Db,
  projectId: number,
  groupId: number,
  limit: number,
): Promise<StoredDecision[]> {
  const { rows } = await sql<StoredDecision>`
    select ${columns} from decision d left join user_account u on u.id = d.by_user_id
     where d.project_id = ${projectId} and d.subject -> 'groupIds' @> ${String(groupId)}::jsonb
     order by d.id desc limit ${limit}
  `.execute(db);
  return rows;
}

export async function markUndone(
  transaction: Db,
  projectId: number,
  { id, byUserId, now }: { readonly id: number; readonly byUserId: number | null; readonly now: Date },
): Promise<void> {
  await sql`
    update decision set undone_at = ${now}, undone_by_user_id = ${byUserId} where project_id = ${projectId} and id = ${id}
  `.execute(transaction);
}

/** Current state of a failure, for a decision about it. */
export interface DecidedFailure {
  readonly runId: number;
  readonly id: number;
  readonly resultId: number;
  readonly testId: number;
  readonly groupId: number | null;
  readonly class: string | null;
  readonly subClass: string | null;
  readonly decisionId: number | null;
}

export function failuresOfResults(db: Db, projectId: number, resultIds: readonly number[]): Promise<DecidedFailure[]> {
  return decidedFailures(
    db,
    sql`f.project_id = ${opaqueProjectId(projectId)} and f.result_id = any(${numbers(resultIds)}::bigint[])`,
  );
}

/** Returns all failures of a test with the same cause, including flaky ones. */
export function failuresLike(
  db: Db,
  projectId: number,
  { testId, groupId }: Pick<DecidedFailure, "groupId" | "testId">,
): Promise<DecidedFailure[]> {
  const isLike = sql`f.test_id = ${testId} and s.group_id is not distinct from ${groupId}`;
  return decidedFailures(db, sql`f.project_id = ${opaqueProjectId(projectId)} and ${isLike}`);
}

async function decidedFailures(db: Db, which: RawBuilder<unknown>): Promise<DecidedFailure[]> {
  const { rows } = await sql<DecidedFailure>`
    select f.id, f.run_id as "runId", f.result_id as "resultId", f.test_id as "testId", s.group_id as "groupId", f.class,
           f.sub_class as "subClass", f.decision_id as "decisionId"
      from failure f
      left join failure_signature s on s.project_id = f.project_id and s.id = f.signature_id
     where ${which} and not f.gone
     order by f.id
  `.execute(db);
  return rows;
}

/** Sets or removes the class of single failures. */
export async function classifyFailures(
  transaction: Db,
  projectId: number,
  failures: readonly Pick<DecidedFailure, "class" | "decisionId" | "id" | "subClass">[],
  revision: number,
): Promise<void> {
  await sql`
    update failure f
       set class = given.class, sub_class = given."subClass", decision_id = given."decisionId", revision = ${revision}
      from jsonb_to_recordset(${JSON.stringify(failures)}::jsonb)
        as given (id bigint, class text, "subClass" text, "decisionId" bigint)
     where f.project_id = ${opaqueProjectId(projectId)} and f.id = given.id
  `.execute(transaction);
}

/** Counts all stored failures of groups, including flaky tests, because they have the group's class. */
export async function countFailures(db: Db, projectId: number, groupIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
      from failure_signature s join failure f on f.project_id = s.project_id and f.signature_id = s.id
     where s.project_id = ${opaqueProjectId(projectId)} and s.group_id = any(${numbers(groupIds)}::bigint[]) and not f.gone
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Reviewed verdicts by the engine and by project rules, one per group with an active decision, with the class that the user set. */
const reviewed = sql`
  select b ->> 'class' as given, d.class as "right", b ->> 'decidedName' as name,
         case when b ->> 'ruleId' is not null then 'project-rule' else b ->> 'decidedBy' end as kind
    from decision d cross join lateral jsonb_array_elements(d.before -> 'groups') b
   where d.kind = 'reclassify' and d.undone_at is null and b ->> 'decidedBy' in ('rule', 'model', 'project')`;

/** Counts the engine's reviewed verdicts and how many of them users confirmed. */
export async function reviewedVerdicts(db: Db, projectId: number): Promise<{ reviewed: number; kept: number }> {
  const { rows } = await sql<{ reviewed: number; kept: number }>`
    select count(*)::integer as reviewed, count(*) filter (where given = "right")::integer as kept
      from (${reviewed} and d.project_id = ${projectId}) v
     where kind <> 'project-rule'
  `.execute(db);
  return rows[0] ?? { reviewed: 0, kept: 0 };
}

export interface ReviewedPart {
  readonly given: FailureClass;
  readonly right: FailureClass;
  readonly kind: "rule" | "model" | "project" | "project-rule";
  readonly name: string | null;
  readonly count: number;
}

/** Counts the reviewed verdicts by verdict, correct class and source. */
export async function reviewedParts(
  db: Db,
  projectId: number,
  { from, until }: { readonly from: Date | null; readonly until: Date | null },
): Promise<ReviewedPart[]> {
  const { rows } = await sql<ReviewedPart>`
    select given, "right", kind, name, count(*)::integer as count
      from (${reviewed} and d.project_id = ${projectId}
              and d.decided_at >= coalesce(${from}::timestamptz, '-infinity') and d.decided_at < coalesce(${until}::timestamptz, 'infinity')) v
     group by given, "right", kind, name
     order by count desc, given, "right", kind, name
  `.execute(db);
  return rows;
}
