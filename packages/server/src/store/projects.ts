import type { Project } from "@plumb/contract/projects.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

interface ProjectRow extends Omit<Project, "createdAt"> {
  readonly createdAt: Date;
}

const columns = sql.raw(`p.id, p.name, p.description, p.type, p.status, p.settings, p.created_at as "createdAt"`);

function present({ createdAt, ...row }: ProjectRow): Project {
  return { ...row, createdAt: createdAt.toISOString() };
}

/** Every project, or those that a user is a member of; by name. */
export async function projectsOf(db: Db, userId: number | "everybody"): Promise<Project[]> {
  const mine =
    userId === "everybody"
      ? sql`true`
      : sql`exists (select 1 from membership m where m.project_id = p.id and m.user_id = ${userId})`;
  const { rows } =
    await sql<ProjectRow>`select ${columns} from project p where ${mine} order by lower(p.name), p.id`.execute(db);
  return rows.map(present);
}

export async function projectById(db: Db, id: number): Promise<Project | null> {
  const { rows } = await sql<ProjectRow>`select ${columns} from project p where p.id = ${id}`.execute(db);
  return rows[0] === undefined ? null : present(rows[0]);
}

export async function projectExists(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`select id from project where id = ${id}`.execute(db);
  return rows.length > 0;
}

/** Creates the project, or returns null if its name is taken (in any case). */
export async function createProject(db: Db, given: Omit<Project, "id" | "createdAt">): Promise<Project | null> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<ProjectRow>`
      insert into project as p (name, description, type, status, settings)
      values (${given.name}, ${given.description}, ${given.type}, ${given.status}, ${JSON.stringify(given.settings)}::jsonb)
      on conflict do nothing
      returning ${columns}
    `.execute(transaction);
    const row = rows[0];
    if (row === undefined) return null;
    await sql`insert into run_counter (project_id, last_number) values (${row.id}, 0)`.execute(transaction);
    return present(row);
  });
}
