import { incidentQuietMs } from "@plumb/analysis/incidents/find-incidents.ts";
import type { Incident } from "@plumb/contract/failures/incidents.ts";
import { errorDisplay } from "#core/error-shown.ts";
import { subClassNamed } from "#failures/verdict.ts";
import type { Caller } from "#http/caller.ts";
import type { Db } from "#store/db.ts";
import { type ElsewhereRow, type IncidentRow, incidentsElsewhere } from "#store/failures/incidents/incident-rows.ts";
import { projectsOf } from "#store/projects/projects.ts";

interface IncidentRequest {
  readonly projectId: number;
  readonly caller: Caller;
  readonly now: Date;
}

/** Returns incidents for the API, including their effect on other projects that the caller can read. */
export async function presentIncidents(
  db: Db,
  rows: readonly IncidentRow[],
  { projectId, caller, now }: IncidentRequest,
): Promise<Incident[]> {
  const ofHosts = rows.flatMap(({ id, kind }) => (kind === "host" ? [id] : []));
  const projects = caller.kind === "user" && ofHosts.length > 0 ? await projectsOf(db, caller.user) : [];
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  const others = [...names.keys()].filter((id) => id !== projectId);
  const elsewhere = Map.groupBy(await incidentsElsewhere(db, projectId, ofHosts, others), (row) => row.of);
  return rows.map((row) => presentIncident(row, elsewhere.get(row.id) ?? [], { names, now }));
}

function presentIncident(
  row: IncidentRow,
  elsewhere: readonly ElsewhereRow[],
  { names, now }: { readonly names: ReadonlyMap<number, string>; readonly now: Date },
): Incident {
  const { id, kind, tests, failures, runCount, runs, startedAt, endedAt, leftOutAt, leftOutBy } = row;
  return {
    id,
    kind,
    name: nameOf(row),
    subClass: subClassNamed(row.subClass),
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    ongoing: now.getTime() - endedAt.getTime() <= incidentQuietMs,
    tests,
    failures,
    runCount,
    runs: [...runs],
    leftOut: leftOutAt === null ? null : { at: leftOutAt.toISOString(), by: leftOutBy },
    elsewhere: elsewhere.map(({ of: _of, ...other }) => ({ ...other, projectName: names.get(other.projectId) ?? "" })),
  };
}

function nameOf({ kind, subject, runs, message }: IncidentRow): string {
  if (kind === "host") return subject;
  if (kind === "fact") return subject.split("\n").join(" and ");
  const [run] = runs;
  const worker = subject.slice(subject.indexOf("/") + 1);
  if (kind === "worker")
    return run === undefined ? `worker ${worker}` : `worker ${worker} of ${run.suiteName} #${run.number}`;
  return message === null ? "one cause" : errorDisplay(message);
}
