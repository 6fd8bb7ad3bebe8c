import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

/** A class that a person gave. */
export interface SaidClass {
  readonly class: FailureClass;
  readonly subClass: string | null;
}

/** What people said of these failures alone, by result. */
export async function ownClasses(
  db: Db,
  projectId: number,
  resultIds: readonly number[],
): Promise<Map<number, SaidClass>> {
  if (resultIds.length === 0) return new Map();
  const { rows } = await sql<SaidClass & { resultId: number }>`
    select result_id as "resultId", class, sub_class as "subClass"
      from failure
     where project_id = ${projectId} and result_id = any(${numbers(resultIds)}::bigint[]) and class is not null
  `.execute(db);
  return new Map(rows.map(({ resultId, ...own }) => [resultId, own]));
}

/** What people said of a failure, or of all with its cause; null where they said nothing. */
export async function saidOfResult(db: Db, projectId: number, resultId: number): Promise<SaidClass | null> {
  const { rows } = await sql<SaidClass>`
    select coalesce(f.class, g.class) as class, case when f.class is null then g.sub_class else f.sub_class end as "subClass"
      from failure f
      left join failure_signature s on s.project_id = f.project_id and s.id = f.signature_id
      left join failure_group g on g.project_id = s.project_id and g.id = s.group_id
     where f.project_id = ${projectId} and f.result_id = ${resultId} and not f.gone
       and (f.class is not null or g.decided_by = 'person')
  `.execute(db);
  return rows[0] ?? null;
}

/** The group of an error, and what people said of it. */
export interface GroupOfSignature {
  readonly groupId: number;
  readonly said: SaidClass | null;
}

/** By signature; without those that are not gathered yet. */
export async function groupsOfSignatures(
  db: Db,
  projectId: number,
  signatures: readonly string[],
): Promise<Map<string, GroupOfSignature>> {
  if (signatures.length === 0) return new Map();
  const { rows } = await sql<{ signature: string; groupId: number; by: string | null } & SaidClass>`
    select s.signature, s.group_id as "groupId", g.decided_by as by, g.class, g.sub_class as "subClass"
      from failure_signature s
      join failure_group g on g.project_id = s.project_id and g.id = s.group_id
     where s.project_id = ${projectId} and s.signature = any(${signatures}::text[])
  `.execute(db);
  return new Map(
    rows.map(({ signature, groupId, by, class: name, subClass }) => [
      signature,
      { groupId, said: by === "person" ? { class: name, subClass } : null },
    ]),
  );
}
