/** A JUnit report of `[suite, name, failure message?]` cases. */
export function junit(cases: readonly (readonly [suite: string, name: string, failure?: string])[]): string {
  const bodies = cases.map(([suite, name, failure]) => {
    const body = failure === undefined ? "" : `<failure message="${failure}">${failure}</failure>`;
    return `<testcase classname="${suite}" name="${name}" time="0.5">${body}</testcase>`;
  });
  return `<testsuites><testsuite name="all">${bodies.join("")}</testsuite></testsuites>`;
}

export interface PlaywrightCase {
  readonly title: string;
  /** One per attempt. */
  readonly attempts: readonly ("passed" | "failed")[];
  /** Path of a screenshot of the last attempt, as the report names it. */
  readonly screenshot?: string;
}

/** A Playwright JSON report of one file and project. */
export function playwright(
  cases: readonly PlaywrightCase[],
  config: { shard?: { current: number; total: number } } = {},
): string {
  const specs = cases.map(({ title, attempts, screenshot }, index) => ({
    title,
    ok: attempts.at(-1) === "passed",
    tags: [],
    id: `${index}`,
    file: "cart.spec.ts",
    line: 1 + index,
    column: 1,
    tests: [
      {
        timeout: 30_000,
        annotations: [],
        expectedStatus: "passed",
        projectId: "chromium",
        projectName: "chromium",
        status: attempts.at(-1) === "failed" ? "unexpected" : attempts.includes("failed") ? "flaky" : "expected",
        results: attempts.map((status, retry) => ({
          workerIndex: 0,
          parallelIndex: 0,
          status,
          duration: 100,
          errors: status === "failed" ? [{ message: `Error: attempt ${retry} \u001B[31mbroke\u001B[39m` }] : [],
          stdout: [],
          stderr: [],
          retry,
          startTime: "2026-03-04T09:00:00.000Z",
          annotations: [],
          attachments:
            screenshot !== undefined && retry === attempts.length - 1
              ? [{ name: "screenshot", contentType: "image/png", path: screenshot }]
              : [],
        })),
      },
    ],
  }));
  return JSON.stringify({
    config: {
      rootDir: "/ci/shop/tests",
      version: "1.65.1",
      workers: 2,
      shard: config.shard ?? null,
      projects: [{ id: "chromium", name: "chromium" }],
    },
    suites: [{ title: "cart.spec.ts", file: "cart.spec.ts", line: 0, column: 0, specs }],
    errors: [],
    stats: { startTime: "2026-03-04T09:00:00.000Z", duration: 5000, expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
  });
}
