import {
  type KnownTest,
  type ListedResult,
  listOutcomes,
  listResultGroups,
  listResults,
  listResultsById,
  locateResult,
  readResult,
  readResultHistory,
  type ResultFilter,
  type ResultGroup,
  type ResultRow,
} from "@plumb/contract/runs/results.ts";
import { searchWords } from "@plumb/contract/text/search-words.ts";
import { artifactLinks } from "#api/artifacts/artifact-links.ts";
import { failingStates } from "#runs/failing-states.ts";
import { subClassNamed, withVerdicts } from "#failures/verdict.ts";
import { presentResult } from "#runs/present-result.ts";
import { runningDetail } from "#runs/running-detail.ts";
import type { Api } from "#http/api.ts";
import { ApiError } from "#core/api-error.ts";
import { artifactsOfResults, tracesOfResults } from "#store/results/artifacts.ts";
import type { Db } from "#store/db.ts";
import { withTracedSteps } from "#files/traces/traced-steps.ts";
import { waitingOfResult } from "#store/ingest/live-waiting.ts";
import { appliedClassOf } from "#store/failures/rules/own-classes.ts";
import { baseRun } from "#store/runs/base-run.ts";
import { reportById } from "#store/runs/runs.ts";
import { knownTests } from "#store/tests/known-tests.ts";
import { resultGroups } from "#read-models/results/result-groups.ts";
import { recentOutcomes, resultHistory, resultHistoryAnywhere } from "#store/results/result-history.ts";
import type { ResultSelection } from "#read-models/results/result-selection.ts";
import { type ResultGeneration, resultGenerations, rowsOfRun } from "#store/results/results.ts";
import { resultPosition, resultWindow } from "#read-models/results/result-window.ts";

function presentGroup({
  groupId = null,
  class: primaryClass = null,
  subClass = null,
  ...group
}: Awaited<ReturnType<typeof resultGroups>>["groups"][number]): ResultGroup {
  const cause = groupId === null ? null : { groupId, primaryClass, subClass: subClassNamed(subClass) };
  return { ...group, cause };
}

const visibleInStrip = 15;
const visibleInHistory = 30;

export function resultRoutes(
  api: Api<"artifactPort" | "blobs" | "clock" | "config" | "db" | "log" | "resultIndex" | "signer">,
): void {
  api.read(listResults, async ({ context, projectId, params, query, now }) => {
    const { offset, limit } = query;
    const selection = selectionOf(projectId, params.reportId, query);
    const { rows, total } = await resultWindow(context.resultIndex, { ...selection, offset, limit });
    return { data: await listed(context.db, { projectId, runId: params.reportId }, rows, now), total };
  });

  api.read(listResultsById, async ({ context, projectId, params, query, now }) => {
    const rows = await rowsOfRun(context.db, { projectId, runId: params.reportId }, idsOf(query));
    return { data: await listed(context.db, { projectId, runId: params.reportId }, rows, now) };
  });

  api.read(listResultGroups, async ({ context, projectId, params, query }) => {
    const selection = selectionOf(projectId, params.reportId, query);
    const base = query.by === "failure" ? await baseRun(context.db, projectId, params.reportId) : null;
    const { groups, total, tests } = await resultGroups(context.resultIndex, selection, {
      ...query,
      baseId: base?.id ?? null,
    });
    return { data: groups.map(presentGroup), total, tests };
  });

  api.read(listOutcomes, async ({ context, projectId, params, query }) => {
    const requested = { projectId, runId: params.reportId, resultIds: idsOf(query) };
    return {
      data: (await recentOutcomes(context.db, requested, visibleInStrip)).map((row) => ({
        ...row,
        outcomes: [...row.outcomes],
      })),
    };
  });

  api.read(locateResult, async ({ context, projectId, params, query }) => {
    const selection = selectionOf(projectId, params.reportId, query);
    return { data: await resultPosition(context.resultIndex, selection, params.resultId, query.group) };
  });

  api.route(readResult, async ({ context, projectId, params, request, now }) => {
    const [generations, report] = await Promise.all([
      resultGenerations(context.db, projectId, params.reportId, params.resultId),
      reportById(context.db, projectId, params.reportId),
    ]);
    const ids = generations.map(({ id }) => id);
    const detail = await withTracedSteps(context, projectId, {
      generations: await detailSoFar(context.db, projectId, params.reportId, generations),
      artifacts: await artifactsOfResults(context.db, projectId, params.reportId, ids),
    });
    const links = artifactLinks(context, request, projectId);
    const result = presentResult(detail.generations, detail.artifacts, links, report?.metadata);
    if (result === null) throw new ApiError("not_found", noSuchResult);
    const appliedClass = await appliedClassOf(context.db, projectId, params.resultId);
    const run = { projectId, runId: params.reportId };
    const known = (await knownTests(context.db, run, [result.testId], now)).get(result.testId) ?? nothingKnown;
    return { data: { ...result, known, attempts: withVerdicts(result, report?.framework ?? "", appliedClass) } };
  });

  api.read(readResultHistory, async ({ context, projectId, params, query }) => {
    const requested = { projectId, runId: params.reportId, resultId: params.resultId };
    const history = query.scope === "all" ? resultHistoryAnywhere : resultHistory;
    const data = await history(context.db, requested, visibleInHistory);
    // The history includes the result itself, so it is only empty if there is no such result.
    if (data.length === 0) throw new ApiError("not_found", noSuchResult);
    return { data };
  });
}

/** Adds the current steps and output to a running test, whose details are not stored yet. */
async function detailSoFar(
  db: Db,
  projectId: number,
  runId: number,
  generations: readonly ResultGeneration[],
): Promise<readonly ResultGeneration[]> {
  const latest = generations.at(-1);
  if (latest?.status !== "running" || latest.detail !== null) return generations;
  const events = await waitingOfResult(db, { projectId, runId, resultId: latest.id });
  return [...generations.slice(0, -1), { ...latest, detail: runningDetail(events) }];
}

/** Adds the fields that only lists have. */
async function listed(
  db: Db,
  { projectId, runId }: { readonly projectId: number; readonly runId: number },
  rows: readonly ResultRow[],
  now: Date,
): Promise<ListedResult[]> {
  const ids = rows.map(({ id }) => id);
  const traces = ids.length === 0 ? new Map<number, number>() : await tracesOfResults(db, projectId, runId, ids);
  const states = await failingStates(db, projectId, runId, rows);
  const known = await knownTests(
    db,
    { projectId, runId },
    rows.map(({ testId }) => testId),
    now,
  );
  return rows.map((row) => ({
    ...row,
    known: known.get(row.testId) ?? nothingKnown,
    state: states?.get(row.id) ?? null,
    trace: traces.get(row.id) ?? null,
  }));
}

const nothingKnown: KnownTest = { owner: null, flaky: false, quarantine: null };

function idsOf({ ids }: { readonly ids: string }): number[] {
  return ids.split(",").map(Number);
}

const noSuchResult = "This report has no such test result.";

interface Filter {
  readonly status?: ResultFilter | undefined;
  readonly search?: string | undefined;
  readonly tag?: string | undefined;
  readonly author?: string | undefined;
  readonly annotation?: string | undefined;
  readonly timedOut?: boolean | undefined;
  readonly browser?: string | undefined;
  readonly file?: string | undefined;
  readonly failure?: string | undefined;
}

export function selectionOf(
  projectId: number,
  runId: number,
  { status, search, tag, author, annotation, timedOut, browser, file, failure }: Filter,
): ResultSelection {
  const words = searchWords(search);
  return { projectId, runId, status, words, tag, author, annotation, timedOut, browser, file, failure };
}
