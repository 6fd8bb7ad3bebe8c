import type { ProjectState, RunInBrief } from "@plumb/contract/projects/project-states.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { everyProject } from "#store/sql/every-project.ts";
import { mainBranches } from "#store/sql/main-branches.ts";
import { recentStates, visibleSuites } from "#store/runs/suite-states.ts";

/** A project with its suites and newest runs. */
export interface ProjectStateRow extends Pick<
  ProjectState,
  | "description"
  | "failing"
  | "failingSuites"
  | "id"
  | "latest"
  | "main"
  | "name"
  | "role"
  | "status"
  | "suites"
  | "type"
> {
  /** Sort key of the list: the name in lower case. */
  readonly sortedBy: string;
  /** Last runs of the red suites that the dashboard shows. */
  readonly redRuns: readonly number[];
}

const brief = sql.raw(`json_build_object(
  'id', id, 'number', number, 'testSuite', suite, 'status', status, 'startTime', started_at, 'total', total,
  'passed', passed, 'failed', failed, 'errored', errored, 'skipped', skipped, 'flaky', flaky)`);

/** JSON from the database uses the offset of its time zone. */
function inUtc(run: RunInBrief | null): RunInBrief | null {
  return run && { ...run, startTime: new Date(run.startTime).toISOString() };
}

export interface ProjectsOfReader {
  /** Account whose projects and roles are returned. */
  readonly userId: number;
  /** True if the account may read all projects. */
  readonly everyProject: boolean;
}

interface ProjectPage extends ProjectsOfReader {
  readonly search: string;
  readonly state: "failing" | "other" | undefined;
  readonly after: string | undefined;
  readonly limit: number;
  readonly now: Date;
}

/**
 * Returns a page of projects after the name `after` (in lower case), sorted by name, each with its newest runs and the number of its failing suites.
 *
 * As on the dashboard, a suite fails if its last finished run in an environment and branch failed.
 */
export async function projectStates(db: Db, page: ProjectPage): Promise<ProjectStateRow[]> {
  const after = page.after === undefined ? sql`true` : sql`lower(p.name) > ${page.after}`;
  const requested = page.state === undefined ? sql`true` : page.state === "failing" ? sql`s.red > 0` : sql`s.red = 0`;
  return readStates(db, page, {
    condition: sql`${after} and ${requested} and strpos(lower(p.name || ' ' || p.description), lower(${page.search})) > 0`,
    limit: page.limit,
    now: page.now,
  });
}

/** Returns those of the projects that the account may read, as `projectStates` does. */
export async function statesOfProjects(
  db: Db,
  reader: ProjectsOfReader,
  { projectIds, now }: { readonly projectIds: readonly number[]; readonly now: Date },
): Promise<ProjectStateRow[]> {
  if (projectIds.length === 0) return [];
  const condition = sql`each.project_id = any(${numbers(projectIds)}::bigint[])`;
  return readStates(db, reader, { condition, limit: projectIds.length, now });
}

async function readStates(
  db: Db,
  reader: ProjectsOfReader,
  { condition, limit, now }: { readonly condition: ReturnType<typeof sql>; readonly limit: number; readonly now: Date },
): Promise<ProjectStateRow[]> {
  const readable = reader.everyProject ? sql`true` : sql`m.role is not null`;
  const { rows } = await sql<ProjectStateRow>`
    select p.id, p.name, p.description, p.type, p.status, m.role, lower(p.name) as "sortedBy",
           s.red as "failingSuites", s.suites, coalesce(to_json(s.red_runs), '[]') as "redRuns", l.latest, f.failing,
           case when running.id is null or (ended.started_at, ended.id) > (running.started_at, running.id) then ended.run else running.run end as main
      from ${everyProject}
      left join membership m on m.project_id = p.id and m.user_id = ${reader.userId}
     cross join lateral (
       select count(*) filter (where s.red) as red, count(*) as suites,
              (array_agg(s.run_id order by s.started_at desc, s.run_id desc) filter (where s.red))[:${visibleSuites}::integer] as red_runs
         from ${recentStates(sql`each.project_id`, now)}
     ) s
      left join lateral (
       select ${brief} as latest from run where project_id = each.project_id and removed_at is null order by started_at desc, id desc limit 1
     ) l on true
      left join lateral (
       select ${brief} as failing from run where project_id = each.project_id and id = s.red_runs[1]
     ) f on true
      left join lateral (
       select latest_run_id as run_id from suite_state where project_id = each.project_id and branch = any(${mainBranches})
        order by latest_started_at desc, latest_run_id desc limit 1
     ) b on true
      left join lateral (
       select id, started_at, ${brief} as run from run where project_id = each.project_id and id = b.run_id
     ) ended on true
      left join lateral (
       select id, started_at, ${brief} as run from run
        where project_id = each.project_id and status = 'running' and removed_at is null and branch = any(${mainBranches})
        order by started_at desc, id desc limit 1
     ) running on true
     where p.status <> 'deleting' and ${readable} and ${condition}
     order by lower(p.name)
     limit ${limit}
  `.execute(db);
  return rows.map((row) => ({
    ...row,
    latest: inUtc(row.latest),
    failing: inUtc(row.failing),
    main: inUtc(row.main),
  }));
}
