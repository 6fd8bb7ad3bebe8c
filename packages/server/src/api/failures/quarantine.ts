import type { FailureWindow } from "@plumb/contract/failures/failure-window.ts";
import type { MatchingFailures } from "@plumb/contract/failures/decisions.ts";
import {
  type ChangedTests,
  maxQuarantined,
  quarantineFailures,
  releaseFailures,
} from "@plumb/contract/failures/quarantine.ts";
import { nameOfTest } from "@plumb/contract/tests/test-name.ts";
import { changerOf, checkEnd, endQuarantine, startQuarantine } from "#api/tests/quarantine.ts";
import { ApiError } from "#core/api-error.ts";
import type { Context } from "#core/context.ts";
import type { Api, Call } from "#http/api.ts";
import type { Caller } from "#http/caller.ts";
import { testsOfGroups } from "#read-models/failures/group-lists.ts";
import { selectFailures } from "#read-models/failures/selected-failures.ts";
import { type QuarantinableTest, quarantinableTests } from "#store/tests/quarantine.ts";
import { selectionOf } from "./failure-window.ts";
import { matchesOf } from "./matching-failures.ts";

const namedTests = 10;

export function failureQuarantineRoutes(api: Api<"bus" | "db" | "failureIndex">): void {
  api.route(quarantineFailures, async (call) => {
    checkEnd(call.body, call.now);
    return {
      data: await changeTests(call, false, (transaction, changer, test) =>
        startQuarantine(transaction, changer, test, call.body),
      ),
    };
  });

  api.route(releaseFailures, async (call) => ({ data: await changeTests(call, true, endQuarantine) }));
}

/**
 * Changes the requested tests in one transaction, or only counts them for a preview.
 *
 * @param isOpen Whether tests in quarantine are changed, or the others.
 */
async function changeTests(
  call: Call<typeof quarantineFailures | typeof releaseFailures, "bus" | "db" | "failureIndex">,
  isOpen: boolean,
  change: (...test: Parameters<typeof endQuarantine>) => Promise<unknown>,
): Promise<ChangedTests> {
  const { context, projectId, body } = call;
  const tests = await requestedTests(context, call);
  const changed = tests.filter((test) => test.isOpen === isOpen);
  if (!body.preview && changed.length > 0) {
    const changer = changerOf(call);
    await context.db.transaction().execute(async (transaction) => {
      for (const { id } of changed) await change(transaction, changer, { projectId, testId: id });
    });
    context.bus.publish({ about: "trends", projectId });
  }
  return changedTests(tests, changed);
}

function changedTests(tests: readonly QuarantinableTest[], changed: readonly QuarantinableTest[]): ChangedTests {
  return {
    testIds: changed.map(({ id }) => id),
    names: changed.slice(0, namedTests).map(nameOfTest),
    unchanged: tests.length - changed.length,
  };
}

interface TestsRequest {
  readonly projectId: number;
  readonly caller: Caller;
  readonly now: Date;
  readonly body: {
    readonly testIds: readonly number[];
    readonly testCaseIds: readonly number[];
    readonly groupIds: readonly number[];
    readonly window: FailureWindow;
    readonly matching?: Pick<MatchingFailures, "class" | "groupId" | "list" | "state"> | undefined;
  };
}

/** Returns the tests of the request, each once. Too many are refused, so that a wide filter does not silence a whole project. */
async function requestedTests(
  { db, failureIndex }: Pick<Context, "db" | "failureIndex">,
  { projectId, caller, now, body }: TestsRequest,
): Promise<QuarantinableTest[]> {
  const of = { projectId, caller, now };
  const { window } = body;
  const matching = body.matching && { ...window, ...body.matching };
  const { groupIds, testCaseIds, unchanged } = await matchesOf(failureIndex, matching, of);
  const testsIn = async (filter: Parameters<typeof selectionOf>[0], ids: readonly number[]) =>
    ids.length === 0 ? [] : testsOfGroups(await selectFailures(failureIndex, selectionOf(filter, of)), ids);
  const ofGroups = [
    ...(await testsIn(window, body.groupIds)),
    ...(await testsIn({ ...window, class: body.matching?.class }, groupIds)),
  ];
  const tests = await quarantinableTests(db, projectId, {
    testIds: [...new Set([...body.testIds, ...ofGroups])],
    resultIds: [...body.testCaseIds, ...testCaseIds],
    limit: maxQuarantined + 1,
  });
  if (tests.length > maxQuarantined || unchanged > 0)
    throw new ApiError(
      "invalid",
      `These are more than ${maxQuarantined} tests. Nothing was changed; select fewer, or narrow the filters.`,
    );
  return tests;
}
