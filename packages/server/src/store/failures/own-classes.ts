import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

export interface OwnClass {
  readonly class: FailureClass;
  readonly subClass: string | null;
}

/** What people said of these failures alone, by result. */
export async function ownClasses(
  db: Db,
  projectId: number,
  resultIds: readonly number[],
): Promise<Map<number, OwnClass>> {
  if (resultIds.length === 0) return new Map();
  const { rows } = await sql<OwnClass & { resultId: number }>`
    select result_id as "resultId", class, sub_class as "subClass"
      from failure
     where project_id = ${projectId} and result_id = any(${numbers(resultIds)}::bigint[]) and class is not null
  `.execute(db);
  return new Map(rows.map(({ resultId, ...own }) => [resultId, own]));
}
