import type { RuleKind, RuleScope } from "@plumb/contract/failures/rules.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import { type Db, isUniqueViolation } from "#store/db.ts";

/** A rule as its author edits it. */
export interface RuleFields {
  readonly name: string;
  readonly kind: RuleKind;
  readonly pattern: string;
  readonly ignoreCase: boolean;
  readonly scope: RuleScope;
  readonly class: FailureClass;
  readonly subClass: string | null;
  readonly enabled: boolean;
}

export interface StoredRule extends RuleFields {
  readonly id: number;
  readonly changedAt: Date;
  readonly changedBy: string | null;
}

/** The author and time of a change to a rule. */
export interface RuleAuthor {
  readonly userId: number | null;
  readonly now: Date;
}

const columns = sql.raw(`
  r.id, r.name, r.kind, r.pattern, r.ignore_case as "ignoreCase", r.class, r.sub_class as "subClass", r.enabled,
  json_build_object('suite', r.suite, 'environment', r.environment, 'branch', r.branch, 'test', r.test) as scope,
  r.changed_at as "changedAt",
  (select coalesce(u.display_name, u.name, u.username) from user_account u where u.id = r.changed_by) as "changedBy"`);

/** In order of application. */
export async function rulesOf(db: Db, projectId: number): Promise<StoredRule[]> {
  const { rows } = await sql<StoredRule>`
    select ${columns} from classification_rule r where r.project_id = ${projectId} order by r.position, r.id
  `.execute(db);
  return rows;
}

/** Returns `taken` if another rule has the name. */
export async function insertRule(
  transaction: Db,
  projectId: number,
  rule: RuleFields,
  { userId, now }: RuleAuthor,
): Promise<number | "taken"> {
  try {
    const { rows } = await sql<{ id: number }>`
      insert into classification_rule (project_id, name, kind, pattern, ignore_case, suite, environment, branch, test, class,
                                       sub_class, enabled, position, created_by, created_at, changed_by, changed_at)
      select ${projectId}, ${rule.name}, ${rule.kind}, ${rule.pattern}, ${rule.ignoreCase}, ${rule.scope.suite},
             ${rule.scope.environment}, ${rule.scope.branch}, ${rule.scope.test}, ${rule.class}, ${rule.subClass},
             ${rule.enabled}, coalesce(max(position), 0) + 1, ${userId}, ${now}, ${userId}, ${now}
        from classification_rule where project_id = ${projectId}
      returning id
    `.execute(transaction);
    return rows[0]?.id ?? 0;
  } catch (error) {
    if (isUniqueViolation(error)) return "taken";
    throw error;
  }
}

/** Returns `taken` if another rule has the name. */
export async function writeRule(
  transaction: Db,
  { projectId, id }: { readonly projectId: number; readonly id: number },
  rule: RuleFields,
  { userId, now }: RuleAuthor,
): Promise<"kept" | "taken"> {
  try {
    await sql`
      update classification_rule
         set name = ${rule.name}, kind = ${rule.kind}, pattern = ${rule.pattern}, ignore_case = ${rule.ignoreCase},
             suite = ${rule.scope.suite}, environment = ${rule.scope.environment}, branch = ${rule.scope.branch},
             test = ${rule.scope.test}, class = ${rule.class}, sub_class = ${rule.subClass}, enabled = ${rule.enabled},
             changed_by = ${userId}, changed_at = ${now}
       where project_id = ${projectId} and id = ${id}
    `.execute(transaction);
    return "kept";
  } catch (error) {
    if (isUniqueViolation(error)) return "taken";
    throw error;
  }
}

export async function removeRule(transaction: Db, projectId: number, id: number): Promise<void> {
  await sql`delete from classification_rule where project_id = ${projectId} and id = ${id}`.execute(transaction);
}

export async function placeRules(transaction: Db, projectId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update classification_rule r set position = given.place
      from unnest(${numbers(ids)}::bigint[]) with ordinality as given (id, place)
     where r.project_id = ${projectId} and r.id = given.id
  `.execute(transaction);
}

/**
 * Records that the rules changed, so that stored errors are matched again. The caller must hold the lock on the
 * project's failures.
 */
export async function moveRules(transaction: Db, projectId: number): Promise<void> {
  await sql`
    update failure_state set rules_version = rules_version + 1 where project_id = ${projectId}
  `.execute(transaction);
}

/** 0 if the project never had a rule. */
export async function rulesVersion(db: Db, projectId: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select rules_version as version from failure_state where project_id = ${projectId}
  `.execute(db);
  return rows[0]?.version ?? 0;
}
