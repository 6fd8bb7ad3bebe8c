import type { ProjectState, RunInBrief } from "@plumb/contract/projects/projects.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { everyProject } from "#store/sql/every-project.ts";
import { recentStates } from "#store/runs/suite-states.ts";

interface StateRow extends ProjectState {
  /** Sort key of the list: the name in lower case. */
  readonly sortedBy: string;
}

const brief = sql.raw(`json_build_object(
  'id', id, 'number', number, 'testSuite', suite, 'status', status, 'startTime', started_at, 'total', total,
  'passed', passed, 'failed', failed, 'errored', errored, 'skipped', skipped, 'flaky', flaky)`);

/** JSON from the database uses the offset of its time zone. */
function inUtc(run: RunInBrief | null): RunInBrief | null {
  return run && { ...run, startTime: new Date(run.startTime).toISOString() };
}

/**
 * Returns a page of projects after the name `after` (in lower case), sorted by name, each with its newest run and the number of its failing suites.
 *
 * As on the dashboard, a suite fails if its last finished run in an environment and branch failed.
 */
export async function projectStates(
  db: Db,
  page: {
    /** Account whose projects and roles are returned. */
    userId: number;
    everyProject: boolean;
    search: string;
    state: "failing" | "other" | undefined;
    after: string | undefined;
    limit: number;
    now: Date;
  },
): Promise<{ state: ProjectState; sortedBy: string }[]> {
  const mine = page.everyProject ? sql`true` : sql`m.role is not null`;
  const after = page.after === undefined ? sql`true` : sql`lower(p.name) > ${page.after}`;
  const requested = page.state === undefined ? sql`true` : page.state === "failing" ? sql`s.red > 0` : sql`s.red = 0`;
  const { rows } = await sql<StateRow>`
    select p.id, p.name, p.description, p.type, p.status, m.role, lower(p.name) as "sortedBy",
           s.red as "failingSuites", s.suites, l.latest, f.failing
      from ${everyProject}
      left join membership m on m.project_id = p.id and m.user_id = ${page.userId}
     cross join lateral (
       select count(*) filter (where s.red) as red, count(*) as suites,
              (array_agg(s.run_id order by s.started_at desc, s.run_id desc) filter (where s.red))[1] as red_run
         from ${recentStates(sql`each.project_id`, page.now)}
     ) s
      left join lateral (
       select ${brief} as latest from run where project_id = each.project_id and removed_at is null order by started_at desc, id desc limit 1
     ) l on true
      left join lateral (
       select ${brief} as failing from run where project_id = each.project_id and id = s.red_run
     ) f on true
     where p.status <> 'deleting' and ${mine} and ${after} and ${requested}
       and strpos(lower(p.name || ' ' || p.description), lower(${page.search})) > 0
     order by lower(p.name)
     limit ${page.limit}
  `.execute(db);
  return rows.map(({ sortedBy, latest, failing, ...project }) => ({
    sortedBy,
    state: { ...project, latest: inUtc(latest), failing: inUtc(failing) },
  }));
}
