import type {
  ListedProject,
  Project,
  ProjectChange,
  ProjectDetail,
  ProjectStats,
} from "@plumb/contract/projects/projects.ts";
import type { User } from "@plumb/contract/people/auth.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import { createBatcher } from "#store/batcher.ts";
import { type Db, isUniqueViolation } from "#store/db.ts";

interface ProjectRow extends Omit<ProjectDetail, "createdAt" | "updatedAt"> {
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const columns = sql.raw(
  `p.id, p.name, p.description, p.type, p.status, p.settings, p.created_at as "createdAt", p.updated_at as "updatedAt", p.version`,
);

function present(row: ProjectRow): ProjectDetail {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}

/** Returns the projects of a user with the user's role, sorted by name. Administrators see every project. */
export async function projectsOf(db: Db, { id, role }: Pick<User, "id" | "role">): Promise<ListedProject[]> {
  const mine = role === "ADMIN" ? sql`true` : sql`m.user_id is not null`;
  const { rows } = await sql<ProjectRow & Pick<ListedProject, "role">>`
    select ${columns}, m.role
    from project p left join membership m on m.project_id = p.id and m.user_id = ${id}
    where ${mine} and p.status <> 'deleting' order by lower(p.name), p.id
  `.execute(db);
  return rows.map((row) => ({ ...present(row), role: row.role }));
}

export async function projectById(db: Db, id: number): Promise<ProjectDetail | null> {
  const { rows } = await sql<ProjectRow>`
    select ${columns} from project p where p.id = ${id} and p.status <> 'deleting'
  `.execute(db);
  return rows[0] === undefined ? null : present(rows[0]);
}

const checks = new WeakMap<Db, (id: number) => Promise<boolean>>();

/** Called before nearly every request, so concurrent calls share one query. */
export async function projectExists(db: Db, id: number): Promise<boolean> {
  const check =
    checks.get(db) ??
    createBatcher<number, boolean>({
      async work(ids) {
        const { rows } = await sql<{ id: number }>`
          select id from project where id = any(${numbers([...new Set(ids)])}::bigint[]) and status <> 'deleting'
        `.execute(db);
        const there = new Set(rows.map((row) => row.id));
        return ids.map((each) => there.has(each));
      },
    });
  checks.set(db, check);
  return check(id);
}

/** Creates the project. Returns `null` if the name is taken, ignoring case. */
export async function createProject(
  db: Db,
  options: Omit<Project, "id" | "createdAt">,
  now: Date,
): Promise<Project | null> {
  const { rows } = await sql<ProjectRow>`
    with p as (
      insert into project (name, description, type, status, settings, retention_starts_at)
      values (${options.name}, ${options.description}, ${options.type}, ${options.status}, ${JSON.stringify(options.settings)}::jsonb, ${now})
      on conflict do nothing
      returning *
    ), counter as (
      insert into run_counter (project_id, last_number) select id, 0 from p
    ), storage as (
      insert into project_storage (project_id) select id from p
    )
    select ${columns} from p
  `.execute(db);
  return rows[0] === undefined ? null : present(rows[0]);
}

/**
 * Changes some fields. Returns `outdated` if the project has changed since `version`, `gone` if it does not exist, and `name-taken` if another
 * project has the name; the transaction cannot continue after that.
 */
export async function updateProject(
  transaction: Db,
  id: number,
  change: ProjectChange & { version?: number | undefined },
  now: Date,
): Promise<ProjectDetail | "outdated" | "gone" | "name-taken"> {
  const { rows: locked } = await sql<ProjectRow>`
    select ${columns} from project p where p.id = ${id} and p.status <> 'deleting' for update
  `.execute(transaction);
  const before = locked[0];
  if (before === undefined) return "gone";
  if (change.version !== undefined && change.version !== before.version) return "outdated";
  const next = { ...before, ...change, settings: { ...before.settings, ...change.settings } };
  try {
    const { rows } = await sql<ProjectRow>`
      update project p
         set name = ${next.name}, description = ${next.description}, type = ${next.type}, status = ${next.status},
             settings = ${JSON.stringify(next.settings)}::jsonb, version = version + 1, updated_at = ${now}
       where id = ${id}
      returning ${columns}
    `.execute(transaction);
    return present(rows[0] as ProjectRow);
  } catch (error) {
    if (isUniqueViolation(error)) return "name-taken";
    throw error;
  }
}

/** Returns whether the project has example data only. */
export async function isExampleProject(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from project where id = ${id} and status <> 'deleting' and settings ->> 'example' = 'true'
  `.execute(db);
  return rows.length > 0;
}

/**
 * Returns the example project that the user leads; `null` if there is none. Locks the account, so that concurrent requests create one project together.
 */
export async function exampleProjectOf(transaction: Db, userId: number): Promise<Project | null> {
  await sql`select from user_account where id = ${userId} for no key update`.execute(transaction);
  const { rows } = await sql<ProjectRow>`
    select ${columns} from project p
      join membership m on m.project_id = p.id
     where m.user_id = ${userId} and m.role = 'LEAD' and p.status <> 'deleting' and p.settings ->> 'example' = 'true'
     order by p.id limit 1
  `.execute(transaction);
  return rows[0] === undefined ? null : present(rows[0]);
}

/** Hides the project; `store/project-removal.ts` deletes its contents. Returns false if the project does not exist. */
export async function markDeleting(transaction: Db, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update project set status = 'deleting', updated_at = ${now} where id = ${id} and status <> 'deleting' returning id
  `.execute(transaction);
  return rows.length > 0;
}

/** Adds up the totals that are stored with each run. */
export async function projectStats(db: Db, id: number): Promise<ProjectStats> {
  const { rows } = await sql<ProjectStats>`
    select count(*) as "testRuns", coalesce(sum(total), 0)::bigint as results,
           (select count(*) from membership where project_id = ${id}) as members
      from run where project_id = ${id}
  `.execute(db);
  return rows[0] as ProjectStats;
}
