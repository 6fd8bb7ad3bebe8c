import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";

/** An error that a user classified. */
export interface LabelledError {
  readonly id: number;
  readonly class: string;
  readonly subClass: string | null;
  readonly message: string;
  readonly stack: string | null;
  readonly page: string | null;
  readonly framework: string;
  readonly title: string;
  readonly file: string | null;
  /** Titles of the test and its suites; `null` if its failures were deleted. */
  readonly titlePath: readonly string[] | null;
}

/** Limits memory: a stored error has up to 25,000 characters. */
const pageSize = 100;

const error = sql.raw(`s.message, s.stack, s.page, s.framework, s.title, t.file, t.title_path as "titlePath"`);

/** Yields the errors of causes that a user classified, each error once. */
export function errorsOfLabelledCauses(db: Db, projectId: number): AsyncGenerator<LabelledError> {
  return paged(async (after) => {
    const { rows } = await sql<LabelledError>`
      select s.id, g.class, g.sub_class as "subClass", ${error}
        from failure_signature s
        join failure_group g on g.project_id = s.project_id and g.id = s.group_id
        left join lateral (select test_id from failure f
                            where f.project_id = ${opaqueProjectId(projectId)} and f.signature_id = s.id
                            order by f.failed_at desc limit 1) latest on true
        left join test t on t.project_id = s.project_id and t.id = latest.test_id
       where s.project_id = ${opaqueProjectId(projectId)} and s.id > ${after} and g.decided_by = 'person' and g.class is not null
       order by s.id limit ${pageSize}
    `.execute(db);
    return rows;
  });
}

/** Yields failures that a user classified differently from their cause. */
export function labelledFailures(db: Db, projectId: number): AsyncGenerator<LabelledError> {
  return paged(async (after) => {
    const { rows } = await sql<LabelledError>`
      select f.id, f.class, f.sub_class as "subClass", ${error}
        from failure f
        join decision d on d.project_id = f.project_id and d.id = f.decision_id and d.undone_at is null
        join failure_signature s on s.project_id = f.project_id and s.id = f.signature_id
        left join test t on t.project_id = f.project_id and t.id = f.test_id
       where f.project_id = ${opaqueProjectId(projectId)} and f.id > ${after} and f.class is not null and not f.gone
       order by f.id limit ${pageSize}
    `.execute(db);
    return rows;
  });
}

async function* paged(read: (after: number) => Promise<readonly LabelledError[]>): AsyncGenerator<LabelledError> {
  let after = 0;
  for (;;) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = last.id;
  }
}
