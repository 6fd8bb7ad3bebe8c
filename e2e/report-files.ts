const escape = "\u001B";

/** Error message as printed by Playwright, with colours and with markup that must be shown as text. */
const hostileMessage = `${escape}[31mError${escape}[39m: ${escape}[2mexpect(${escape}[22m${escape}[31mlocator${escape}[39m${escape}[2m).${escape}[22mtoHaveText\nReceived: ${escape}[31m"<img src=x onerror=document.title='pwned'>"${escape}[39m`;

/** Returns Playwright's JSON report of three tests: one failed twice with a screenshot, one is flaky, and one passed. */
export function playwrightReport(): string {
  const failure = {
    error: { message: hostileMessage },
    errors: [{ message: hostileMessage, location: { file: "/repo/tests/checkout.spec.ts", line: 42, column: 7 } }],
    steps: [
      { title: "Open the basket", duration: 240 },
      { title: "Pay", duration: 900, error: { message: "500" } },
    ],
  };
  const screenshot = { name: "screenshot", contentType: "image/png", path: "/repo/test-results/pay/shot.png" };
  return JSON.stringify({
    config: { version: "1.65.1", rootDir: "/repo/tests", projects: [], workers: 1 },
    suites: [
      {
        title: "checkout.spec.ts",
        file: "checkout.spec.ts",
        column: 0,
        line: 0,
        specs: [],
        suites: [
          {
            title: "gift cards",
            file: "checkout.spec.ts",
            line: 3,
            column: 1,
            specs: [
              spec("pays the rest by card", 40, "unexpected", [
                attempt(0, "failed", failure),
                attempt(1, "failed", { ...failure, attachments: [screenshot] }),
              ]),
              spec("refunds to the card", 60, "flaky", [attempt(0, "failed", failure), attempt(1, "passed")]),
              spec("shows the balance", 80, "expected", [attempt(0, "passed")]),
            ],
          },
        ],
      },
    ],
    errors: [],
    stats: { startTime: "2030-01-10T09:41:00.000Z", duration: 5000, expected: 1, skipped: 0, unexpected: 1, flaky: 1 },
  });
}

/** Returns Playwright's JSON report of one shard with `count` passed tests, numbered from `first`. */
export function shardReport(shard: { current: number; total: number }, first: number, count: number): string {
  const specs = Array.from({ length: count }, (_, index) =>
    spec(`test ${first + index}`, first + index, "expected", [attempt(0, "passed")]),
  );
  return JSON.stringify({
    config: { version: "1.65.1", rootDir: "/repo/tests", projects: [], workers: 1, shard },
    suites: [{ title: "checkout.spec.ts", file: "checkout.spec.ts", column: 0, line: 0, specs, suites: [] }],
    errors: [],
    stats: {
      startTime: "2030-01-10T09:41:00.000Z",
      duration: 5000,
      expected: count,
      skipped: 0,
      unexpected: 0,
      flaky: 0,
    },
  });
}

function attempt(retry: number, status: string, more: object = {}) {
  return {
    workerIndex: retry,
    parallelIndex: 0,
    status,
    duration: 1200,
    errors: [],
    stdout: [{ text: "GET /basket 200\n" }],
    stderr: [],
    retry,
    startTime: "2030-01-10T09:41:00.000Z",
    annotations: [],
    attachments: [],
    ...more,
  };
}

function spec(title: string, line: number, status: string, results: object[]) {
  return {
    title,
    ok: status !== "unexpected",
    tags: ["smoke"],
    id: `id-${line}`,
    file: "checkout.spec.ts",
    line,
    column: 1,
    tests: [
      {
        timeout: 30_000,
        annotations: [],
        expectedStatus: "passed",
        projectId: "chromium",
        projectName: "chromium",
        results,
        status,
      },
    ],
  };
}

/** Returns Playwright's JSON report of tests with the given outcomes. */
export function outcomesReport(outcomes: Readonly<Record<string, "passed" | "failed" | "flaky">>): string {
  const failure = { errors: [{ message: "Error: expected 201, got 500" }] };
  const specs = Object.entries(outcomes).map(([title, outcome], index) => {
    if (outcome === "passed") return spec(title, index + 1, "expected", [attempt(0, "passed")]);
    const failed = attempt(0, "failed", failure);
    return outcome === "failed"
      ? spec(title, index + 1, "unexpected", [failed])
      : spec(title, index + 1, "flaky", [failed, attempt(1, "passed")]);
  });
  return JSON.stringify({
    config: { version: "1.65.1", rootDir: "/repo/tests", projects: [], workers: 1 },
    suites: [{ title: "checkout.spec.ts", file: "checkout.spec.ts", column: 0, line: 0, specs, suites: [] }],
    errors: [],
    stats: { startTime: "2030-01-10T09:41:00.000Z", duration: 5000, expected: 0, skipped: 0, unexpected: 0, flaky: 0 },
  });
}

/** Returns JUnit XML with `count` tests, of which the first two fail and the third is skipped. */
export function junitReport(count: number): string {
  const cases = Array.from({ length: count }, (_, index) => {
    const open = `<testcase classname="api.OrdersTest" name="order ${index} is kept" file="src/orders.test.ts" time="0.${index % 10}12"`;
    if (index < 2)
      return `${open}><failure message="expected 201, got 500">AssertionError: expected 201, got 500\n  at orders.test.ts:${index}</failure></testcase>`;
    return index === 2 ? `${open}><skipped message="not in this region"/></testcase>` : `${open}/>`;
  });
  return `<?xml version="1.0"?><testsuites><testsuite name="api" tests="${count}">${cases.join("\n")}</testsuite></testsuites>`;
}

interface WorkerRun {
  readonly worker: number;
  /** Seconds since the start of the run. */
  readonly start: number;
  readonly seconds: number;
  readonly failed: boolean;
}

/** Returns Playwright's JSON report of attempts on the given workers at the given times. */
export function workersReport(
  tests: readonly { readonly title: string; readonly runs: readonly WorkerRun[] }[],
): string {
  const begin = Date.parse("2030-01-10T09:41:00.000Z");
  const specs = tests.map(({ title, runs }, index) =>
    spec(
      title,
      index + 1,
      runs.at(-1)?.failed === true ? "unexpected" : runs.length > 1 ? "flaky" : "expected",
      runs.map(({ worker, start, seconds, failed }, retry) =>
        attempt(retry, failed ? "failed" : "passed", {
          workerIndex: worker,
          startTime: new Date(begin + start * 1000).toISOString(),
          duration: seconds * 1000,
          errors: failed ? [{ message: "Error: the payment was refused" }] : [],
        }),
      ),
    ),
  );
  return JSON.stringify({
    config: { version: "1.65.1", rootDir: "/repo/tests", projects: [], workers: 2 },
    suites: [{ title: "checkout.spec.ts", file: "checkout.spec.ts", column: 0, line: 0, specs, suites: [] }],
    errors: [],
    stats: {
      startTime: "2030-01-10T09:41:00.000Z",
      duration: 22_000,
      expected: 0,
      skipped: 0,
      unexpected: 0,
      flaky: 0,
    },
  });
}

/** Returns a JUnit report with failed tests, given by name and message, and one passed test. */
export function failingJunit(failures: Readonly<Record<string, string>>): string {
  const cases = Object.entries(failures).map(([name, message]) => {
    const text = message.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
    return `<testcase classname="shop" name="${name}" time="0.5"><failure message="${text}">${text}</failure></testcase>`;
  });
  return `<testsuites><testsuite name="shop">${cases.join("")}<testcase classname="shop" name="adds" time="0.1"/></testsuite></testsuites>`;
}

/** Returns JUnit XML with one passed test per file. */
export function junitOfFiles(files: readonly string[]): string {
  const cases = files.map((file) => `<testcase name="keeps ${file}" file="${file}" time="0.01"/>`);
  return `<testsuites><testsuite name="files">${cases.join("")}</testsuite></testsuites>`;
}
