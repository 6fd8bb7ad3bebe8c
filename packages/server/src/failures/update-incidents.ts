import { factCandidates, separatingFacts } from "@plumb/analysis/incidents/fact-grounds.ts";
import {
  type FactGround,
  findIncidents,
  type FoundIncident,
  incidentLongestMs,
  incidentQuietMs,
  withoutBadWorkers,
} from "@plumb/analysis/incidents/find-incidents.ts";
import { bumpRevision, holdRevision } from "#store/sql/revisions.ts";
import type { Context } from "#core/context.ts";
import { executedParts, partsWithFacts } from "#store/failures/incidents/run-parts.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import type { Db } from "#store/db.ts";
import {
  assignFailures,
  changedSpans,
  changeSubject,
  countIncidents,
  deleteIncidents,
  environmentFailures,
  type IncidentFailure,
  incidentsWithin,
  insertIncident,
  storeIncidentsRevisions,
  type KnownIncident,
  lockTestsOf,
  type Span,
  workersOfRuns,
} from "#store/failures/incidents/incidents.ts";

/** Maximum number of failures per pass, enough for a busy day. */
const maxFailures = 100_000;

/**
 * Updates incidents for all failures that changed since the last call, in any number of runs. Repeated calls change nothing.
 *
 * @returns Whether any failure joined or left an incident.
 */
export async function updateIncidents(
  { backgroundDb: db }: Pick<Context, "backgroundDb">,
  projectId: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const { revisions, spans } = await changedSpans(db, projectId);
  let moved = false;
  for (const span of joined(spans)) {
    signal?.throwIfAborted();
    const changed = await db.transaction().execute(async (transaction) => {
      await holdRevision(transaction, "failure", projectId);
      return updateIncidentsIn(transaction, projectId, span);
    });
    moved ||= changed;
  }
  await storeIncidentsRevisions(db, projectId, revisions);
  return moved;
}

/**
 * Merges spans that are within a day of each other, so that surrounding failures are read once.
 *
 * @param spans Sorted by start.
 */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans) {
    const last = all.at(-1);
    if (last !== undefined && span.until.getTime() - last.from.getTime() <= incidentLongestMs)
      all.splice(-1, 1, { from: last.from, until: span.until > last.until ? span.until : last.until });
    else all.push(span);
  }
  return all;
}

/**
 * Updates the incidents around a time span from its environment failures: creates new incidents, changes the failures of existing ones, which keep
 * their id, and deletes the rest. Repeated calls change nothing. The project's failures must be locked.
 *
 * @returns Whether any failure joined or left an incident.
 */
async function updateIncidentsIn(transaction: Db, projectId: number, { from, until }: Span): Promise<boolean> {
  const near = {
    from: new Date(from.getTime() - incidentQuietMs),
    until: new Date(until.getTime() + incidentQuietMs),
  };
  const touched = await incidentsWithin(transaction, projectId, near);
  const span = {
    from: earliest([near.from, ...touched.map(({ startedAt }) => startedAt)], near.from),
    until: latest([near.until, ...touched.map(({ endedAt }) => endedAt)], near.until),
  };
  // Incidents that extend beyond the examined period are not changed.
  const beyond = new Set(
    (await incidentsWithin(transaction, projectId, span)).flatMap(({ id, startedAt, endedAt }) =>
      startedAt < span.from || endedAt > span.until ? [id] : [],
    ),
  );
  const known = touched.filter(({ id }) => !beyond.has(id));
  const failures = (await environmentFailures(transaction, projectId, span, maxFailures)).filter(
    ({ incidentId }) => incidentId === null || !beyond.has(incidentId),
  );
  const workers = await workersOfRuns(transaction, projectId, [...new Set(failures.map(({ runId }) => runId))]);
  const grounds = await factGrounds(transaction, projectId, withoutBadWorkers(failures, workers));
  return storeIncidents(transaction, projectId, findIncidents(failures, workers, grounds), { failures, known });
}

function earliest(times: readonly Date[], min: Date): Date {
  const bound = min.getTime() - incidentLongestMs;
  return new Date(Math.max(bound, Math.min(...times.map((time) => time.getTime()))));
}

function latest(times: readonly Date[], max: Date): Date {
  const bound = max.getTime() + incidentLongestMs;
  return new Date(Math.min(bound, Math.max(...times.map((time) => time.getTime()))));
}

interface StoredIncidents {
  readonly failures: readonly IncidentFailure[];
  readonly known: readonly KnownIncident[];
}

async function storeIncidents(
  transaction: Db,
  projectId: number,
  found: readonly FoundIncident<IncidentFailure>[],
  { failures, known }: StoredIncidents,
): Promise<boolean> {
  const left = new Map(known.map((incident) => [incident.id, incident]));
  const separate = new Set(failures.flatMap(({ id, incidentId }) => (incidentId === null ? [] : [id])));
  const counted: number[] = [];
  let changed = false;
  await lockTestsOf(
    transaction,
    projectId,
    failures.map(({ id }) => id),
    known.map(({ id }) => id),
  );
  for (const incident of found.toSorted((a, b) => b.failures.length - a.failures.length)) {
    const [first] = incident.failures;
    if (first === undefined) continue;
    const same = [...left.values()].find((each) => isSame(each, incident)) ?? formerIncident(left, incident);
    const id = same?.id ?? (await insertIncident(transaction, projectId, { ...incident, at: new Date(first.at) }));
    left.delete(id);
    if (same !== undefined && (same.kind !== incident.kind || same.subject !== incident.subject)) {
      await changeSubject(transaction, projectId, id, incident);
      changed = true;
    }
    for (const failure of incident.failures) separate.delete(failure.id);
    const moved = incident.failures.flatMap((failure) => (failure.incidentId === id ? [] : [failure.id]));
    await assignFailures(transaction, projectId, id, moved);
    counted.push(id);
    changed ||= moved.length > 0;
  }
  await assignFailures(transaction, projectId, null, [...separate]);
  if (left.size > 0) await deleteIncidents(transaction, projectId, [...left.keys()]);
  await countIncidents(transaction, projectId, counted);
  return changed || separate.size > 0 || left.size > 0;
}

/** Returns whether both have the same subject and share a failure. */
function isSame({ id, kind, subject }: KnownIncident, found: FoundIncident<IncidentFailure>): boolean {
  return kind === found.kind && subject === found.subject && found.failures.some(({ incidentId }) => incidentId === id);
}

/**
 * Returns the incident that most of the failures belonged to, if facts explain them now or did before. It keeps its id, because a user may have
 * excluded it from the rates.
 */
function formerIncident(
  left: ReadonlyMap<number, KnownIncident>,
  { kind, failures }: FoundIncident<IncidentFailure>,
): KnownIncident | undefined {
  return [...left.values()].find(
    (each) =>
      (kind === "fact" || each.kind === "fact") &&
      failures.filter(({ incidentId }) => incidentId === each.id).length * 2 > failures.length,
  );
}

/** Maximum number of bursts to compare with other runs. */
const maxCandidates = 20;

/** Returns the failures that facts of their runs explain. */
async function factGrounds(
  transaction: Db,
  projectId: number,
  failures: readonly IncidentFailure[],
): Promise<FactGround<IncidentFailure>[]> {
  const sourceIds = [...new Set(failures.flatMap(({ partId }) => partId ?? []))];
  const candidates = factCandidates(failures, await partsWithFacts(transaction, projectId, sourceIds));
  const grounds: FactGround<IncidentFailure>[] = [];
  for (const candidate of candidates.slice(0, maxCandidates)) {
    const { from, until } = candidate;
    const period = { from: new Date(from), until: new Date(until) };
    const runIds = [...new Set(candidate.failures.map(({ runId }) => runId))];
    const parts = await executedParts(transaction, projectId, { ...period, runIds });
    const atThatTime = failures.filter(({ at }) => at >= from && at <= until);
    const facts = separatingFacts(candidate, parts, atThatTime);
    if (facts !== null) grounds.push({ facts, failures: candidate.failures });
  }
  return grounds;
}

const reviewedMs = 14 * 24 * 60 * 60_000;

/** Searches the last two weeks for incidents again. */
export async function reviewIncidents(
  { backgroundDb, clock }: Pick<Context, "backgroundDb" | "clock">,
  projectId: number,
): Promise<void> {
  const until = clock();
  await backgroundDb.transaction().execute(async (transaction) => {
    await bumpRevision(transaction, "failure", projectId);
    await updateIncidentsIn(transaction, projectId, { from: new Date(until.getTime() - reviewedMs), until });
  });
}

/** Queues a review of the last two weeks, once for all decisions made before it runs. */
export async function queueReview(transaction: Db, projectId: number, now: Date): Promise<void> {
  const target = `project ${projectId}`;
  await enqueue(transaction, { kind: "find-incidents", projectId, target, key: target, data: {}, now });
}
