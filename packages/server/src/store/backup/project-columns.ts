import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/**
 * Tables of a project whose rows are not exported, with the reason. All other tables with a column `project_id` are exported, so a new table needs an
 * entry here, or a test shows which of its columns must be added below.
 */
export const notExported: ReadonlyMap<string, string> = new Map([
  ...["binding", "connector", "webhook", "invitation", "share_link"].map((name) => [name, "contains secrets"] as const),
  ...["notification_rule", "rule_message", "withheld_message"].map(
    (name) => [name, "belongs to a connection"] as const,
  ),
  ...["outbox_delivery", "outbox_destination", "outbox_object"].map(
    (name) => [name, "belongs to a connection"] as const,
  ),
  ...["job", "released_blob", "deep_analysis"].map((name) => [name, "is work of the server"] as const),
  ...["notification", "weekly_mail"].map((name) => [name, "is a message to a user"] as const),
  ["audit_event", "is the log of the server"],
  ["llm_project_usage", "is the usage of the server"],
  ["export", "can be created again, and expires"],
  ["report_analysis", "can be computed again"],
]);

/** Meaning of the numbers in a column: ids of the rows of a table, or other numbers. */
export type ColumnMeaning = { readonly idOf: string } | "number" | "process" | "connection";

/** Columns with an id, besides `id` itself. The names have the same meaning in all tables. */
const ids: Readonly<Record<string, string>> = {
  project_id: "project",
  annotation_id: "annotation",
  arrival_id: "arrival",
  artifact_id: "artifact",
  created_with: "ticket",
  decision_id: "decision",
  detail_id: "result_detail",
  group_id: "failure_group",
  incident_id: "incident",
  label_set_id: "label_set",
  label_sets: "label_set",
  merged_into: "failure_group",
  repeated_by: "upload",
  result_id: "result",
  rule_id: "classification_rule",
  rule_ids: "classification_rule",
  same_as_id: "test",
  series_id: "series",
  signature_id: "failure_signature",
  superseded_by: "upload",
  test_id: "test",
  undoes: "annotation_event",
  upload_id: "upload",
  ...Object.fromEntries(["key_id", "agent_key_id"].map((name) => [name, "api_key"])),
  ...Object.fromEntries(
    [
      "entered_by",
      "failed_run_id",
      "first_bad_run_id",
      "first_run_id",
      "last_good_run_id",
      "last_run_id",
      "latest_run_id",
      "passed_run_id",
      "red_runs",
      "regressed_run_id",
      "returned_run_id",
      "run_id",
    ].map((name) => [name, "run"]),
  ),
  ...Object.fromEntries(
    [
      "assigned_to",
      "by_user_id",
      "changed_by",
      "created_by",
      "left_out_by_user_id",
      "owner_hand_of",
      "owner_id",
      "released_by_user_id",
      "told_users",
      "undone_by_user_id",
      "user_id",
    ].map((name) => [name, "user_account"]),
  ),
};

/** Other numbers. */
const numbers: ReadonlySet<string> = new Set(
  `assertions attachments attempt batch before_us bytes comments cost_us declared_failures detail_slot duration_us errored executions failed failures
  file_count first_passed flaky flaky_us gathered_revision gathered_version generation history_key incidents_revision incidents_trend_revision items
  job_attempt judgement last_batch last_number last_rank last_seq left_out limit_bytes line max_retries number occurrence occurrences output_count
  owner_rules_version passed position problem_count quarantined rank recent_us release_after retries revision rules_version run_number running runs seq
  shard shard_total signature_version size skipped sources step tests timed timed_runs timeout_ms times tokens_in tokens_out total used_bytes
  verdict_count version waiting_bytes warned_percent worker`.split(/\s+/),
);

/** Columns of JSON without ids. Those with ids are in `backup/project/map-row.ts`. */
export const jsonWithoutIds: ReadonlySet<string> = new Set([
  "arrival.files",
  "failure_signature.outline",
  "failure_signature.verdict",
  "annotation.subject_words",
  "llm_answer.answer",
  "project.flakiness_rule",
  "project.settings",
  "reportportal_item.said",
  "result.attempt_spans",
  "run.metadata",
  "upload.effect",
  "upload.traits",
]);

/** Returns `undefined` for a number that is not known yet. */
export function meaningOf(table: string, column: string): ColumnMeaning | undefined {
  if (column === "id") return { idOf: table };
  if (column === "writer") return "process";
  if (column === "binding_id") return "connection";
  const idOf = ids[column];
  return idOf === undefined ? (numbers.has(column) ? "number" : undefined) : { idOf };
}

interface ExportedColumn {
  readonly name: string;
  /** Such as `bigint[]`. */
  readonly type: string;
}

export interface ExportedTable {
  readonly name: string;
  readonly columns: readonly ExportedColumn[];
}

/** Returns the tables of a project in an order in which their foreign keys allow to insert rows. */
export async function exportedTables(db: Db): Promise<ExportedTable[]> {
  const { rows } = await sql<ExportedTable & { parents: string[] }>`
    select c.relname as name,
           (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum)
              from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
           array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
                  where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as parents
      from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and not c.relname = any(${[...notExported.keys()]}::text[])
       and (c.relname = 'project'
            or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'project_id' and not a.attisdropped))
     order by c.relname
  `.execute(db);
  const left = new Map(rows.map(({ parents, ...table }) => [table.name, { table, parents }]));
  const ordered: ExportedTable[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(({ parents }) => !parents.some((parent) => left.has(parent)));
    if (free.length === 0) throw new Error(`The foreign keys of ${[...left.keys()].join(", ")} are a circle.`);
    for (const { table } of free) {
      left.delete(table.name);
      ordered.push(table);
    }
  }
  return ordered;
}

export interface ExportedPerson {
  readonly id: number;
  readonly email: string;
  readonly username: string;
  readonly displayName: string | null;
  readonly name: string | null;
}

/** Returns the accounts that rows of the project refer to. */
export async function peopleOfProject(
  db: Db,
  projectId: number,
  tables: readonly ExportedTable[],
): Promise<ExportedPerson[]> {
  const references = tables.flatMap(({ name, columns }) =>
    columns.flatMap(({ name: column, type }) => {
      const meaning = meaningOf(name, column);
      if (typeof meaning !== "object" || meaning.idOf !== "user_account") return [];
      const value = type.endsWith("[]") ? sql`unnest(${sql.ref(column)})` : sql.ref(column);
      return [sql`select ${value} as id from ${sql.table(name)} where project_id = ${projectId}`];
    }),
  );
  const { rows } = await sql<ExportedPerson>`
    select a.id, a.email, a.username, a.display_name as "displayName", a.name from user_account a
     where a.id in (${sql.join(references, sql` union `)})
     order by a.id
  `.execute(db);
  return rows;
}

/** Returns the project with this id or name; `null` if there is none. */
export async function projectToExport(db: Db, idOrName: string): Promise<{ id: number; name: string } | null> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from project
     where status <> 'deleting' and (lower(name) = lower(${idOrName}) or id::text = ${idOrName})
     order by lower(name) = lower(${idOrName}) desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}
