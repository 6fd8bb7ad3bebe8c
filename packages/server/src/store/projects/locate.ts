import type { User } from "@plumb/contract/people/auth.ts";
import type { LocatedKind } from "@plumb/contract/projects/locate.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { projectsOf } from "./projects.ts";

const tables = { test: "test", cause: "failure_group", upload: "arrival" } as const satisfies Record<
  LocatedKind,
  string
>;

/** Returns the project of a user that contains the object; `null` if there is none. */
export async function projectWithObject(
  db: Db,
  user: Pick<User, "id" | "role">,
  kind: LocatedKind,
  id: number,
): Promise<number | null> {
  const ids = (await projectsOf(db, user)).map((project) => project.id);
  // Looks up the id in each project, because an id alone is not a key of these tables.
  const { rows } = await sql<{ projectId: number }>`
    select t.project_id as "projectId"
    from ${sql.table(tables[kind])} t where t.project_id = any(${numbers(ids)}::bigint[]) and t.id = ${id}
  `.execute(db);
  return rows[0]?.projectId ?? null;
}
