import { dayMs } from "@plumb/contract/durations.ts";
import type { TestDetails } from "@plumb/contract/tests/test-page.ts";
import {
  listTestDays,
  listTestExecutions,
  mergeTest,
  readTest,
  type Evidence,
} from "@plumb/contract/tests/test-page.ts";
import { listFlakyTests, listTests, type NamedRun, type TestFilter } from "@plumb/contract/tests/tests.ts";
import { searchWords } from "@plumb/contract/text/search-words.ts";
import { ApiError } from "#core/api-error.ts";
import type { Api } from "#http/api.ts";
import { actorOf } from "#http/actor.ts";
import { signedIn } from "#http/caller.ts";
import type { Db } from "#store/db.ts";
import { groupRows } from "#store/failures/failure-rows.ts";
import { flakinessRuleOf } from "#store/tests/flakiness-rules.ts";
import { recordAudit } from "#store/administration/audit.ts";
import { mainBranchesOf } from "#store/sql/main-branches.ts";
import { formerTests, linkTest, renameCandidates, sameAs, testsById, unlinkTest } from "#store/tests/aliases.ts";
import { causesOfTests } from "#store/tests/causes-of-tests.ts";
import { namedRuns, type PlacedRun } from "#store/tests/named-runs.ts";
import { quarantinesOfTest } from "#store/tests/quarantine.ts";
import { stateChanges, testDays, testExecutions, testScopes, turnedRedIn } from "#store/tests/test-history.ts";
import { testPage, type TestRow, testRow } from "#store/tests/test-list.ts";
import type { TestSearch } from "#read-models/tests/test-search.ts";
import { presentCauses, presentQuarantineRow, presentTests } from "./present-tests.ts";
import { recordTestAudit } from "./policy-audit.ts";
import { queueOwners } from "#tests/assign-owners.ts";
import { queueTestEvaluation } from "#tests/queue-test-evaluation.ts";
import { suggestRenames } from "#tests/suggest-renames.ts";

const maxChanges = 20;
const maxTests = 10;
const maxCauses = 50;

export const noTest = "The test could not be found. It may not have run in a finished report yet.";

export function testRoutes(api: Api<"bus" | "clock" | "db" | "testSearch">): void {
  api.read(listTests, ({ context, projectId, query, now }) => listedTests(context, projectId, query, now));
  api.read(listFlakyTests, ({ context, projectId, query, now }) => listedTests(context, projectId, query, now));

  api.read(readTest, async ({ context: { db }, projectId, params: { testId } }) => {
    const test = await testRow(db, projectId, testId);
    if (test === null) throw new ApiError("not_found", noTest);
    const rule = await flakinessRuleOf(db, projectId);
    return { data: { ...(await detailsOf(db, projectId, test)), windowDays: rule.windowDays } };
  });

  api.read(listTestDays, async ({ context: { db }, projectId, params: { testId }, query, now }) => ({
    data: await testDays(db, { projectId, testId, since: new Date(now.getTime() - query.days * dayMs) }, query),
  }));

  api.read(listTestExecutions, async ({ context: { db }, projectId, params: { testId }, query }) => {
    const { offset, limit } = query;
    const rows = await testExecutions(db, { projectId, testId, offset, limit: limit + 1 }, query);
    const runs = await namedRuns(
      db,
      projectId,
      rows.map(({ runId }) => runId),
    );
    const visible = rows.slice(0, limit).flatMap(({ runId, ...row }) => {
      const run = runs.get(runId);
      return run === undefined ? [] : [{ ...row, run }];
    });
    return { data: visible, more: rows.length > limit };
  });

  api.route(mergeTest, async (call) => {
    const { context, projectId, body, caller, now } = call;
    const { testId } = call.params;
    const { db } = context;
    const id = await db.transaction().execute(async (transaction) => {
      const other = body.testId;
      const visible = await merge(transaction, projectId, { testId, other, userId: signedIn(caller).user.id, now });
      const action = other === null ? "test.separated" : "test.joined";
      const detail = other === null ? {} : { with: other };
      await recordAudit(
        transaction,
        actorOf(call),
        await recordTestAudit(transaction, projectId, testId, action, detail),
      );
      return visible;
    });
    await queueTestEvaluation(context, projectId);
    // A manually set owner applies to the joined test, so the counts per owner are recounted.
    await queueOwners(context, projectId);
    context.bus.publish({ about: "trends", projectId });
    return { data: { id } };
  });
}

/** Returns a page of tests. */
export async function listedTests(
  { db, testSearch }: { readonly db: Db; readonly testSearch: TestSearch },
  projectId: number,
  filter: TestFilter,
  now: Date,
) {
  const words = searchWords(filter.search);
  const found = words.length === 0 ? undefined : await testSearch.find(projectId, words);
  const { tests, ...counts } = await testPage(db, { projectId, filter, found, now });
  return { data: await presentTests(db, projectId, tests), ...counts };
}

/** Returns the id of the test whose page now shows both tests. */
async function merge(
  transaction: Db,
  projectId: number,
  { testId, other, userId, now }: { testId: number; other: number | null; userId: number; now: Date },
): Promise<number> {
  if (other === null) {
    await unlinkTest(transaction, projectId, testId);
    return testId;
  }
  // If the other test is already linked, the link leads to its target.
  const target = (await sameAs(transaction, projectId, other))?.id ?? other;
  if (target === testId) throw new ApiError("invalid", "A test cannot be merged with itself.");
  const known = await testsById(transaction, projectId, [testId, target]);
  if (known.length < 2) throw new ApiError("not_found", noTest);
  await linkTest(transaction, projectId, { testId, sameAsId: target, userId, now });
  return target;
}

async function detailsOf(db: Db, projectId: number, test: TestRow): Promise<Omit<TestDetails, "windowDays">> {
  const [summary] = await presentTests(db, projectId, [test]);
  if (summary === undefined) throw new ApiError("not_found", noTest);
  const { id, evidence, lastGoodRunId, firstBadRunId } = test;
  const requested = evidence.flatMap(({ runId, againstRunId }) => [runId, againstRunId]);
  const bracketIds = [lastGoodRunId, firstBadRunId].filter((runId) => runId !== null);
  const runs = await namedRuns(db, projectId, [...requested, ...bracketIds]);
  const causes = ((await causesOfTests(db, projectId, [id])).get(id) ?? []).slice(0, maxCauses);
  const groups = await groupRows(
    db,
    projectId,
    causes.map(({ groupId }) => groupId),
  );
  const changes = await stateChanges(db, projectId, id, maxChanges);
  const quarantines = await quarantinesOfTest(db, projectId, id);
  return {
    ...summary,
    evidenceRuns: evidenceOf(test, runs),
    bracket: bracketOf(test, runs),
    changes: changes.map(({ from, to, at }) => ({
      from: from as TestRow["state"],
      to: to as TestRow["state"],
      at: at.toISOString(),
    })),
    allCauses: presentCauses(causes, groups),
    turnedRedTogether:
      test.state === "broken" && firstBadRunId !== null
        ? await turnedRedIn(db, { projectId, runId: firstBadRunId, besides: id, limit: maxTests })
        : { tests: [], total: 0 },
    ...(await testScopes(db, projectId, id)),
    mainBranches: [...(await mainBranchesOf(db, projectId))],
    sameAs: await sameAs(db, projectId, id),
    formerly: await formerTests(db, projectId, id),
    suggestions: suggestRenames(summary, await renameCandidates(db, projectId, id)),
    quarantines: quarantines.map(presentQuarantineRow),
  };
}

function evidenceOf({ evidence }: TestRow, runs: ReadonlyMap<number, NamedRun>): Evidence[] {
  return evidence.flatMap(({ kind, runId, againstRunId }) => {
    const run = runs.get(runId);
    const against = kind === "retry" ? null : (runs.get(againstRunId) ?? null);
    return run === undefined ? [] : [{ kind, run, against }];
  });
}

function bracketOf(
  { lastGoodRunId, firstBadRunId }: TestRow,
  runs: ReadonlyMap<number, PlacedRun>,
): TestDetails["bracket"] {
  const firstBad = firstBadRunId === null ? undefined : runs.get(firstBadRunId);
  if (firstBad === undefined) return null;
  const lastGood = lastGoodRunId === null ? null : (runs.get(lastGoodRunId) ?? null);
  const { environment, commitSubject: firstBadSubject, commitAuthor: firstBadAuthor } = firstBad;
  return { lastGood, firstBad, environment, firstBadSubject, firstBadAuthor };
}
