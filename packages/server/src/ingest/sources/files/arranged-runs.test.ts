import { expect, test } from "vitest";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { playwright } from "#testing/reports.ts";
import { type TimedCase, timedJunit, timedTrx } from "#testing/timed-reports.ts";

type Files = Readonly<Record<string, string>>;

interface Row {
  readonly titlePath: string[];
  readonly variant: string;
  readonly status: string;
  readonly flaky: boolean;
  readonly retries: number;
  readonly duration: number;
  readonly testId: number;
}

/** Sends the requests of one build in order. Returns the last response. */
async function sendAll(plumb: TestApp, key: string, requests: readonly Files[], query: Record<string, string> = {}) {
  let data;
  for (const files of requests)
    data = (await send(plumb, key, files, { build: "7", suite: "till", ...query })).body.data;
  if (data === undefined) throw new Error("Nothing was sent.");
  return data;
}

async function rowsOf(plumb: TestApp, token: string, reportId: number): Promise<Row[]> {
  return (await call<{ data: Row[] }>(plumb, "GET", `/api/reports/${reportId}/results?limit=100`, { token })).body.data;
}

function countsOf(data: Awaited<ReturnType<typeof sendAll>>): string {
  const { status, total, passed, failed, errored, skipped, flaky } = data;
  return `${status} ${total}/${passed}/${failed}/${errored}/${skipped}/${flaky}`;
}

const p = (name: string) => [name, "p"] as const;
const f = (name: string) => [name, "f"] as const;
const s = (name: string) => [name, "s"] as const;
const orders = "orders/target/surefire-reports/TEST-shop.Till.xml";
const stock = "stock/target/surefire-reports/TEST-shop.Till.xml";
const suiteError = '<error message="no database"/>';

test.for<readonly [string, string, readonly Files[]]>([
  [
    "retries of which the last ran last, and were read first",
    "completed 3/3/0/0/0/2",
    [
      {
        "TestResults/Retries/k3Zp1/1/ci_10_01.trx": timedTrx(1, "net10.0", [f("locks"), p("closes")]),
        "TestResults/Retries/k3Zp1/2/ci_10_02.trx": timedTrx(2, "net10.0", [p("locks")]),
        "TestResults/ci_10_00.trx": timedTrx(0, "net10.0", [p("opens"), f("locks"), f("closes")]),
      },
    ],
  ],
  [
    "a re-run that arrives before the first run",
    "completed 3/3/0/0/0/2",
    [
      { "second.xml": timedJunit(5, [p("counts"), p("closes")]) },
      { "first.xml": timedJunit(0, [p("opens"), f("counts"), f("closes")]) },
    ],
  ],
  [
    "two target frameworks",
    "failed 4/3/1/0/0/0",
    [
      {
        "a.trx": timedTrx(0, "net8.0", [p("opens"), f("closes")]),
        "b.trx": timedTrx(1, "net10.0", [p("opens"), p("closes")]),
      },
    ],
  ],
  [
    "two modules",
    "failed 4/3/1/0/0/0",
    [{ [orders]: timedJunit(null, [f("a"), p("b")]), [stock]: timedJunit(null, [p("a"), p("b")]) }],
  ],
  [
    "two modules, one request each",
    "failed 4/3/1/0/0/0",
    [{ [orders]: timedJunit(0, [f("a"), p("b")]) }, { [stock]: timedJunit(5, [p("a"), p("b")]) }],
  ],
  [
    "a re-run of each of two modules",
    "completed 4/4/0/0/0/1",
    [
      { [orders]: timedJunit(0, [f("a"), p("b")]), [stock]: timedJunit(1, [p("a"), p("b")]) },
      { "orders/target/surefire-reports/rerun/TEST-shop.Till.xml": timedJunit(6, [p("a")]) },
    ],
  ],
  [
    "a filter that leaves tests out",
    "failed 3/2/1/0/0/1",
    [{ "1.xml": timedJunit(0, [p("a"), f("b"), f("c")]) }, { "2.xml": timedJunit(5, [s("a"), p("b"), s("c")]) }],
  ],
  [
    "parts that skip each other's tests",
    "failed 2/1/1/0/0/0",
    [{ "1.xml": timedJunit(0, [f("a"), s("b")]) }, { "2.xml": timedJunit(1, [s("a"), p("b")]) }],
  ],
  [
    "a report that broke off, and whole again",
    "completed 2/2/0/0/0/0",
    [{ "1.xml": timedJunit(0, [p("a"), p("b")]).slice(0, -40) }, { "2.xml": timedJunit(5, [p("a"), p("b")]) }],
  ],
  [
    "a suite that failed outside its tests, and the same tests again without a declaration",
    "failed 4/4/0/0/0/0",
    [{ "1.xml": timedJunit(0, [p("a"), p("b")], suiteError) }, { "2.xml": timedJunit(5, [p("a"), p("b")]) }],
  ],
  [
    "the same, and a test of it did not run again",
    "failed 3/3/0/0/0/0",
    [{ "1.xml": timedJunit(0, [p("a"), p("b")], suiteError) }, { "1.xml": timedJunit(5, [p("a")]) }],
  ],
  [
    "a failure that ran again beside tests that had passed",
    "failed 4/3/1/0/0/0",
    [{ "1.xml": timedJunit(0, [f("a"), p("b")]), "2.xml": timedJunit(5, [p("a"), p("b")]) }],
  ],
  [
    "the same file again with all of its tests, without a declaration",
    "failed 4/3/1/0/0/0",
    [{ "junit.xml": timedJunit(0, [f("a"), p("b")]) }, { "junit.xml": timedJunit(5, [p("a"), p("b")]) }],
  ],
  [
    "two jobs of a matrix at one time",
    "failed 4/3/1/0/0/0",
    [{ "junit.xml": timedJunit(0, [f("a"), p("b")]) }, { "junit.xml": timedJunit(0.005, [p("a"), p("b")]) }],
  ],
])("%s: %s", async ([, expected, requests]) => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  expect(countsOf(await sendAll(plumb, key, requests))).toBe(expected);
});

const collection = `<testsuite name="pytest" timestamp="2026-03-02T09:00:00Z" time="1"><testcase classname="" name="tests.test_till" time="0.1"><error message="collection failure">ImportError: no module</error></testcase></testsuite>`;
const pytest = (minutes: number, names: readonly string[], module = "tests.test_till") =>
  `<testsuite name="pytest" timestamp="2026-03-02T09:${String(minutes).padStart(2, "0")}:00Z" time="1">${names.map((name) => `<testcase classname="${module}" name="${name}" time="0.1"/>`).join("")}</testsuite>`;

test.for<readonly [string, string, readonly Files[]]>([
  [
    "a file that could not be loaded, and then ran",
    "completed 2/2/0/0/0/0",
    [{ "1.xml": collection }, { "2.xml": pytest(5, ["opens", "closes"]) }],
  ],
  [
    "a file that could not be loaded, and then another one ran",
    "failed 2/1/0/1/0/0",
    [{ "1.xml": collection }, { "2.xml": pytest(5, ["opens"], "tests.test_cart") }],
  ],
  [
    "an attempt that Bazel stopped, and its last one",
    "completed 1/1/0/0/0/0",
    [
      {
        "till/test.xml": `<testsuite name="till"><testcase classname="shop.Till" name="opens" time="0.1"/></testsuite>`,
        "till/test_attempts/attempt_1.xml": `<testsuite name="till"><testcase name="//till:till" time="60"><error message="timed out"/></testcase></testsuite>`,
      },
    ],
  ],
])("%s: %s", async ([, expected, requests]) => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  expect(countsOf(await sendAll(plumb, key, requests))).toBe(expected);
});

const reports = "till/target/failsafe-reports";
const failsafe = (failures: number) => ({
  [`${reports}/failsafe-summary.xml`]: `<failsafe-summary${failures > 0 ? ' result="255"' : ""} timeout="false"><completed>2</completed><errors>0</errors><failures>${failures}</failures><skipped>0</skipped><failureMessage/></failsafe-summary>`,
});
const ofTests = (minutes: number, cases: readonly TimedCase[]) => ({
  [`${reports}/TEST-shop.TillIT.xml`]: timedJunit(minutes, cases),
});

test.for<readonly [string, string, boolean, readonly Files[]]>([
  ["lists", "failed 2/1/1/0/0/0", false, [{ ...failsafe(1), ...ofTests(0, [p("opens"), f("closes")]) }]],
  ["does not list", "failed 2/2/0/0/0/0", true, [{ ...failsafe(1), ...ofTests(0, [p("opens"), p("closes")]) }]],
  ["does not list at first", "failed 2/1/1/0/0/0", false, [failsafe(1), ofTests(0, [p("opens"), f("closes")])]],
  ["never lists, sent last", "failed 2/2/0/0/0/0", true, [ofTests(0, [p("opens"), p("closes")]), failsafe(1)]],
])("a failure that Failsafe's summary counts and the run %s", async ([, expected, isReported, requests]) => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const data = await sendAll(plumb, key, requests);
  expect(countsOf(data)).toBe(expected);
  const { body } = await call<{ data: { reason: string }[] }>(plumb, "GET", `/api/reports/${data.reportId}/problems`, {
    token,
  });
  expect(body.data.some(({ reason }) => reason.startsWith("This summary declares 1 failure"))).toBe(isReported);
});

test("a failure that Failsafe's summary counts no longer counts after the next attempt of the job", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const attempt = (jobAttempt: string, files: Files) => sendAll(plumb, key, [files], { job: "it", jobAttempt });
  await attempt("1", { ...failsafe(1), ...ofTests(0, [p("opens"), f("closes")]) });
  expect(countsOf(await attempt("2", { ...failsafe(0), ...ofTests(9, [p("opens"), p("closes")]) }))).toBe(
    "completed 2/2/0/0/0/1",
  );
});

test("results of two places keep the names of their places in every build, even if one is missing", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const [net8, net10] = [timedTrx(0, "net8.0", [p("opens")]), timedTrx(1, "net10.0", [f("opens")])];
  const named = async (build: string, files: Files) => {
    const { reportId } = await sendAll(plumb, key, [files], { build });
    const rows = await rowsOf(plumb, token, reportId);
    return rows
      .map(({ variant, status, testId }) => ({ variant, status, testId }))
      .toSorted((a, b) => a.testId - b.testId);
  };

  const first = await named("1", { "ci_10_00.trx": net8, "ci_10_01.trx": net10 });
  expect(new Set(first.map(({ variant, status }) => `${variant} ${status}`))).toEqual(
    new Set(["net10.0 failed", "net8.0 passed"]),
  );
  expect(await named("2", { "ci_11_00.trx": net8, "ci_11_01.trx": net10 })).toEqual(first);
  expect(await named("3", { "ci_12_00.trx": net8, "other.xml": timedJunit(3, [p("prints")]) })).toEqual(
    expect.arrayContaining(first.filter(({ variant }) => variant === "net8.0")),
  );
});

test("an execution reported by two reporters has no retry, and keeps the more detailed report", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const json = playwright([{ title: "opens", attempts: ["passed"], steps: ["clicks"] }]);
  const xml = `<testsuite name="cart.spec.ts" hostname="chromium" timestamp="2026-03-04T09:00:00.000Z"><testcase name="opens" classname="cart.spec.ts" time="0.1"/></testsuite>`;

  for (const [build, requests] of [
    ["1", [{ "junit.xml": xml, "results.json": json }]],
    ["2", [{ "results.json": json }, { "junit.xml": xml }]],
    ["3", [{ "junit.xml": xml }, { "results.json": json }]],
  ] as const) {
    const data = await sendAll(plumb, key, requests, { build });
    expect(countsOf(data)).toBe("completed 1/1/0/0/0/0");
    expect(data.problems.filter(({ reason }) => reason.includes("both results count"))).toEqual([]);
    const rows = await rowsOf(plumb, token, data.reportId);
    expect(rows).toMatchObject([{ retries: 0, duration: 100, variant: "chromium" }]);
  }
});

test("a later unrelated report does not replace an earlier one, with a note on the report", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const data = await sendAll(plumb, key, [
    { "1.xml": timedJunit(null, [f("a"), p("b")]), "2.xml": timedJunit(null, [p("a"), p("b")]) },
  ]);
  expect(countsOf(data)).toBe("failed 4/3/1/0/0/0");
  expect(data.problems.map(({ reason }) => reason)).toEqual([
    "2 tests are also in 1.xml, and nothing declares that one of them is a re-run, so both results count. If one of them is a re-run, upload it with --rerun. If they ran on different systems, upload each with its own --environment.",
  ]);
});

const dated = (ms: number, name: string) =>
  `<testsuite name="${name}" timestamp="${new Date(ms).toISOString()}" time="1"><testcase classname="${name}" name="a" time="0.1"/></testsuite>`;

test("a file of an earlier build does not date the run, with a note on the report", async () => {
  await using plumb = await createTestApp({});
  const { key, token } = await seedProject(plumb);
  const now = plumb.context.clock().getTime();
  const files = { "TEST-New.xml": dated(now - 60_000, "New"), "TEST-Old.xml": dated(now - 40 * 86_400_000, "Old") };
  const data = await sendAll(plumb, key, [files]);
  const { body } = await call<{ data: { startTime: string } }>(plumb, "GET", `/api/reports/${data.reportId}`, {
    token,
  });
  expect(Date.parse(body.data.startTime)).toBe(now - 60_000);
  expect(data.problems.map(({ file, reason }) => [file, reason.slice(-91)])).toEqual([
    ["TEST-Old.xml", "Its tests count. If an earlier build left it behind, delete it before the next one."].map(
      (text) => expect.stringContaining(text) as string,
    ),
  ]);
});

/** Returns a generator of numbers from 0 to 1 that depends only on the seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

interface ModelReport {
  readonly module: string;
  readonly minutes: number;
  readonly attempt: number;
  readonly outcomes: ReadonlyMap<string, "p" | "f" | "s">;
}

/** Returns a build of modules with tests of the same names: each module runs, and then its failures or all tests but those of a filter run again. */
function modelBuild(random: () => number): ModelReport[] {
  const modules = ["orders", "stock", "packages/admin"].slice(0, 1 + Math.floor(random() * 3));
  const outcome = () => (random() < 0.35 ? "f" : "p");
  return modules.flatMap((module) => {
    const names = ["a", "b", "c", "d"].slice(0, 2 + Math.floor(random() * 3));
    const first = new Map<string, "p" | "f" | "s">(names.map((name) => [name, random() < 0.1 ? "s" : outcome()]));
    const reports: ModelReport[] = [{ module, minutes: Math.floor(random() * 5), attempt: 1, outcomes: first }];
    let failed = names.filter((name) => first.get(name) === "f");
    for (let attempt = 1; attempt <= 2 && failed.length > 0 && random() < 0.7; attempt++) {
      const isFilter = random() < 0.3;
      const again = failed.map((name) => [name, outcome()] as const);
      const leftOut = isFilter
        ? names.filter((name) => !failed.includes(name)).map((name) => [name, "s"] as const)
        : [];
      reports.push({
        module,
        minutes: 10 * attempt + Math.floor(random() * 5),
        attempt: attempt + 1,
        outcomes: new Map([...leftOut, ...again]),
      });
      failed = again.flatMap(([name, outcome]) => (outcome === "f" ? [name] : []));
    }
    return reports;
  });
}

/** Computes the correct result of such a build in the simplest way: the last execution of each test in each module counts. */
function modelCounts(reports: readonly ModelReport[]): string {
  const history = new Map<string, string>();
  for (const { module, outcomes } of reports.toSorted((a, b) => a.minutes - b.minutes))
    for (const [name, outcome] of outcomes) {
      const before = history.get(`${module} ${name}`) ?? "";
      history.set(`${module} ${name}`, outcome === "s" ? before : before + outcome);
    }
  const all = [...history.values()];
  const last = (outcome: string) =>
    all.filter((executions) => executions.endsWith(outcome) && executions !== "").length;
  const skipped = all.filter((executions) => executions === "").length;
  const flaky = all.filter((executions) => /f.*p$/.test(executions)).length;
  return `${last("f") > 0 ? "failed" : "completed"} ${all.length}/${last("p")}/${last("f")}/0/${skipped}/${flaky}`;
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => [random(), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item);
}

test("generated builds equal their executions, in any order of arrival", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  for (let seed = 1; seed <= 40; seed++) {
    const random = randomFrom(seed);
    const reports = modelBuild(random);
    const file = ({ module, minutes, outcomes }: ModelReport) => ({
      [`${module}/target/surefire-reports/TEST-shop.Till.xml`]: timedJunit(minutes, [...outcomes]),
    });
    for (const order of ["a", "b"]) {
      const shuffledReports = shuffled(reports, random);
      let data;
      for (const report of shuffledReports) {
        const query = { build: `${seed}${order}`, job: report.module, jobAttempt: String(report.attempt) };
        data = await sendAll(plumb, key, [file(report)], query);
      }
      const counts = data === undefined ? "" : countsOf(data);
      expect(counts, `seed ${seed}${order}: ${JSON.stringify(shuffledReports)}`).toBe(modelCounts(reports));
    }
  }
});

test("builds with wrong clocks are never green if a failure did not pass later by any clock", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  for (let seed = 100; seed <= 130; seed++) {
    const random = randomFrom(seed);
    const skewed = modelBuild(random).map((report) => ({
      ...report,
      minutes: report.minutes + (random() < 0.4 ? Math.floor(random() * 60) - 30 : 0),
    }));
    const requests = shuffled(skewed, random).map(({ module, minutes, outcomes }) => ({
      [`${module}/target/surefire-reports/TEST-shop.Till.xml`]: timedJunit(minutes, [...outcomes]),
    }));
    const data = await sendAll(plumb, key, requests, { build: `${seed}` });
    const isGreen = data.status === "completed";
    const passedLater = modelCounts(skewed).startsWith("completed");
    expect(!isGreen || passedLater, `seed ${seed}: ${JSON.stringify(requests)}`).toBe(true);
  }
});

test("declared re-runs count, and undeclared ones keep the run failed", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const twice = async (build: string, first: Record<string, string>, again: Record<string, string>) => {
    await sendAll(plumb, key, [{ "junit.xml": timedJunit(0, [f("a"), p("b")]) }], { build, ...first });
    const report = { "junit.xml": timedJunit(5, [p("a"), p("b")]) };
    const data = await sendAll(plumb, key, [report], { build, ...again });
    return {
      counts: countsOf(data),
      reasons: data.problems.map(({ reason }) => reason).filter((reason) => reason.includes("also in")),
    };
  };
  const job = { job: "e2e", jobAttempt: "1" };

  expect(await twice("1", {}, { rerun: "true" })).toEqual({ counts: "completed 2/2/0/0/0/1", reasons: [] });
  expect((await twice("2", job, job)).counts).toBe("completed 2/2/0/0/0/1");
  expect((await twice("3", { ...job, host: "ci-1" }, { ...job, host: "ci-2" })).counts).toBe("failed 4/3/1/0/0/0");
  expect((await twice("4", { fact: "os=linux" }, { fact: "os=windows" })).counts).toBe("failed 4/3/1/0/0/0");
  const ciUrl = "https://github.com/shop/shop/actions/runs/77";
  const undeclared = await twice("5", { ciUrl }, { ciUrl });
  expect(undeclared.counts).toBe("failed 4/3/1/0/0/0");
  expect(undeclared.reasons).toEqual([
    '2 tests are also in junit.xml, and nothing declares that one of them is a re-run, so both results count. If one of them is a re-run, upload both with --job "$GITHUB_JOB" --job-attempt "$GITHUB_RUN_ATTEMPT", or the later one with --rerun. If they ran on different systems, upload each with its own --environment.',
  ]);
});

test("names of devices are places, and generated folders are not after the first run", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const device = (build: string, name: string, minutes: number, outcome: (name: string) => TimedCase) =>
    sendAll(plumb, key, [{ [`results/${name}/TEST-till.xml`]: timedJunit(minutes, [outcome("a"), outcome("b")]) }], {
      build,
    });
  await device("1", "pixel2Api30", 0, f);
  expect(countsOf(await device("1", "pixel6Api34", 5, p))).toBe("failed 4/2/2/0/0/0");
  await device("2", "pixel2Api30", 0, f);
  const { reportId } = await device("2", "pixel6Api34", 5, p);
  const rows = await rowsOf(plumb, token, reportId);
  expect(new Set(rows.map(({ variant }) => variant))).toEqual(new Set(["pixel2Api30", "pixel6Api34"]));

  const generated = (build: string, names: readonly [string, string]) =>
    sendAll(
      plumb,
      key,
      names.map((name, index) => ({
        [`out/${name}/junit.xml`]: timedJunit(index * 5, index === 0 ? [p("c"), f("d")] : [p("d")]),
      })),
      { build, suite: "ids" },
    );
  expect(countsOf(await generated("1", ["k3Zp1", "x9Qa4"]))).toBe("failed 3/2/1/0/0/0");
  expect(countsOf(await generated("2", ["m7Rt2", "b4Ws8"]))).toBe("completed 2/2/0/0/0/1");
});

test("a later attempt of a CI job is a re-run, and another job is not", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const attempt = async (build: string, job: string, jobAttempt: string, report: string) =>
    countsOf(await sendAll(plumb, key, [{ "junit.xml": report }], { build, job, jobAttempt }));

  await attempt("1", "e2e Linux", "1", timedJunit(null, [f("a"), p("b")]));
  expect(await attempt("1", "e2e Linux", "2", timedJunit(null, [p("a"), p("b")]))).toBe("completed 2/2/0/0/0/1");
  await attempt("2", "e2e Linux", "1", timedJunit(0, [f("a"), p("b")]));
  expect(await attempt("2", "e2e macOS", "1", timedJunit(5, [p("a"), p("b")]))).toBe("failed 4/3/1/0/0/0");
});

test("a file that an earlier build also sent is named on the report", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const old = { "TEST-Old.xml": timedJunit(0, [f("a")]) };
  await sendAll(plumb, key, [old], { build: "1" });
  const data = await sendAll(plumb, key, [{ ...old, "TEST-New.xml": timedJunit(5, [p("b")]) }], { build: "2" });
  expect(data.problems.map(({ reason }) => reason.replace(/, .* earlier/, ""))).toEqual([
    "TEST-Old.xml is the same file as in report #1. Its tests count. If they did not run again, delete the file before the next build.",
  ]);
});

test("an empty report among others is named on the report", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const data = await sendAll(plumb, key, [{ "TEST-Pay.xml": "", "TEST-Cart.xml": timedJunit(0, [p("a")]) }]);
  expect(data.problems.map(({ reason }) => reason)).toEqual([
    "TEST-Pay.xml is empty. The process that wrote it may have crashed, so tests may be missing.",
  ]);
});

test("a report lists its uploads with their effects", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const first = { "1.xml": timedJunit(0, [p("a"), f("b")]) };
  const again = { "2.xml": timedJunit(5, [s("a"), p("b")]) };
  const data = await sendAll(plumb, key, [first, again]);
  expect(data.effect).toMatchObject({ reran: 1, recovered: 1, leftOut: 1, superseded: 0 });
  const path = `/api/reports/${data.reportId}`;
  const { body } = await call<{ data: { name: string; effect: object }[] }>(plumb, "GET", `${path}/uploads`, { token });
  expect(body.data).toMatchObject([
    { name: "1.xml", tests: 2, effect: { superseded: 1, reran: 0 } },
    { name: "2.xml", effect: { reran: 1, recovered: 1, leftOut: 1 } },
  ]);
  const report = await call<{ data: { uploadCount: number } }>(plumb, "GET", path, { token });
  expect(report.body.data.uploadCount).toBe(2);
});
