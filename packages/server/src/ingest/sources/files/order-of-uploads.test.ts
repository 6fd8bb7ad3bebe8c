import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addProject, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { caseFiles, type UploadCase, uploadCases } from "#testing/cases.ts";
import { seededRandom } from "#testing/seeded-random.ts";
import { timedJunit } from "#testing/timed-reports.ts";

/** Maximum number of upload orders per build. */
const maxOrders = 4;

/** Returns different orders of a list, the given one first. */
function ordersOf<Item>(items: readonly Item[], seed: number): Item[][] {
  const random = seededRandom(seed);
  const orders = [[...items], items.toReversed()];
  while (orders.length < maxOrders)
    orders.push(
      items
        .map((item) => [random(), item] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, item]) => item),
    );
  return items.length < 2 ? orders.slice(0, 1) : items.length === 2 ? orders.slice(0, 2) : orders;
}

interface Request {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly query: Readonly<Record<string, string>>;
}

/** Sends the uploads of one build to a new project, and returns the counts of the run. */
async function countsAfter(
  { plumb, token }: { plumb: TestApp; token: string },
  requests: readonly Request[],
): Promise<Record<string, unknown>> {
  const { key } = await addProject(plumb, token, randomUUID());
  let counts: Record<string, unknown> = {};
  for (const { files, query } of requests) {
    const { body } = await send(plumb, key, files, { ...query });
    const run = [body.data].flat().at(-1);
    if (run === undefined) throw new Error(`Rejected: ${JSON.stringify(body)}`);
    const { status, total, passed, failed, errored, skipped, flaky } = run;
    counts = { status, total, passed, failed, errored, skipped, flaky };
  }
  return counts;
}

const a = timedJunit(0, [
  ["opens", "p"],
  ["pays", "f"],
]);
const retry = timedJunit(5, [["pays", "p"]]);
const again = timedJunit(5, [
  ["opens", "p"],
  ["pays", "p"],
]);
const failedTap = "TAP version 14\n1..1\nnot ok 1 - pays\n";
const passedTap = "TAP version 14\n1..1\nok 1 - pays\n";
const build = { suite: "till", build: "1" };

test.for<readonly [string, string, readonly Request[]]>([
  [
    "a declared re-run and its first run",
    "completed",
    [
      { files: { "junit.xml": a }, query: build },
      { files: { "junit.xml": again }, query: { ...build, rerun: "true" } },
    ],
  ],
  [
    "two attempts of a job",
    "completed",
    [
      { files: { "junit.xml": a }, query: { ...build, job: "e2e", jobAttempt: "1" } },
      { files: { "junit.xml": again }, query: { ...build, job: "e2e", jobAttempt: "2" } },
    ],
  ],
  [
    "a run of only the failure",
    "completed",
    [
      { files: { "junit.xml": a }, query: build },
      { files: { "junit.xml": retry }, query: build },
    ],
  ],
  [
    "the same tests again without a declaration",
    "failed",
    [
      { files: { "junit.xml": a }, query: build },
      { files: { "junit.xml": again }, query: build },
    ],
  ],
  [
    "the same failure, then success, then the same failure again",
    "failed",
    [
      { files: { "a.tap": failedTap }, query: { ...build, job: "e2e", jobAttempt: "1" } },
      { files: { "a.tap": passedTap }, query: { ...build, job: "e2e", jobAttempt: "2" } },
      { files: { "a.tap": failedTap }, query: { ...build, job: "e2e", jobAttempt: "3" } },
    ],
  ],
  [
    "two jobs that failed in the same way, and one of them again",
    "failed",
    [
      { files: { "a.tap": failedTap }, query: { ...build, job: "linux", jobAttempt: "1" } },
      { files: { "a.tap": failedTap }, query: { ...build, job: "windows", jobAttempt: "1" } },
      { files: { "a.tap": passedTap }, query: { ...build, job: "linux", jobAttempt: "2" } },
    ],
  ],
  [
    "two modules and a re-run of one",
    "failed",
    [
      { files: { "orders/target/junit.xml": a }, query: build },
      { files: { "stock/target/junit.xml": a }, query: build },
      { files: { "orders/target/retry-1/junit.xml": again }, query: build },
    ],
  ],
])("the order of arrival does not matter: %s", async ([, status, requests]) => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const found = [];
  for (const order of ordersOf(requests, 1)) found.push(await countsAfter({ plumb, token }, order));
  expect(found.map((counts) => counts["status"])).toEqual(found.map(() => status));
  expect(new Set(found.map((counts) => JSON.stringify(counts))).size).toBe(1);
});

/** Returns the requests of the last build of a case, in several orders of requests and files. */
function requestsOf(each: UploadCase): Request[][] {
  const last = each.uploads.at(-1)?.query["build"];
  const uploads = each.uploads.filter(({ query }) => query["build"] === last);
  return ordersOf(uploads, 1).map((order, index) =>
    order.map((upload) => ({
      files: caseFiles(each, upload, ordersOf(upload.files, index)[index] ?? upload.files),
      query: upload.query,
    })),
  );
}

const cases = uploadCases();

test.skipIf(cases.length === 0)(
  "the order of arrival does not matter in public builds (needs PLUMB_TEST_DATA)",
  async () => {
    await using plumb = await createTestApp();
    const { token } = await seedProject(plumb);
    const different: string[] = [];
    for (const each of cases) {
      const found = [];
      for (const requests of requestsOf(each))
        found.push(JSON.stringify(await countsAfter({ plumb, token }, requests)));
      if (new Set(found).size > 1) different.push(`${each.name}: ${[...new Set(found)].join(" or ")}`);
      const isGreen = found.some((counts) => counts.includes('"completed"'));
      if (isGreen && each.right["status"] === "failed" && !each.isArguable) different.push(`${each.name} is green`);
    }
    expect(different).toEqual([]);
  },
);
