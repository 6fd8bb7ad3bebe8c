/** Returns a JUnit report of `[suite, name, failure message?]` cases. */
export function junit(cases: readonly (readonly [suite: string, name: string, failure?: string])[]): string {
  const bodies = cases.map(([suite, name, failure]) => {
    const body = failure === undefined ? "" : `<failure message="${failure}">${failure}</failure>`;
    return `<testcase classname="${suite}" name="${name}" time="0.5">${body}</testcase>`;
  });
  return `<testsuites><testsuite name="all">${bodies.join("")}</testsuite></testsuites>`;
}

export interface PlaywrightAttempt {
  readonly status: "passed" | "failed";
  /** Seconds after the start of the run. */
  readonly start: number;
  readonly seconds: number;
  readonly worker: number;
  /** Error message of a failed attempt. */
  readonly message?: string;
}

export interface PlaywrightStep {
  readonly title: string;
  readonly category: string;
  readonly location?: { readonly file: string; readonly line: number };
  readonly steps?: readonly PlaywrightStep[];
}

export interface PlaywrightCase {
  readonly title: string;
  /** One entry per attempt; by default, each takes 100 ms and starts with the run. */
  readonly attempts: readonly ("passed" | "failed" | PlaywrightAttempt)[];
  /** Path of the last attempt's screenshot, as in the report. */
  readonly screenshot?: string;
  readonly tags?: readonly string[];
  /** Titles of the steps in each attempt, or steps with categories and inner steps as in a blob report. */
  readonly steps?: readonly (PlaywrightStep | string)[];
  /** Time limit in milliseconds. */
  readonly timeout?: number;
  readonly owner?: string;
  readonly annotations?: readonly { readonly type: string; readonly description?: string }[];
  /** Further attachments of the last attempt. */
  readonly attachments?: readonly { readonly name: string; readonly contentType: string; readonly path: string }[];
}

const runStart = Date.parse("2026-03-04T09:00:00.000Z");
const plainAttempt = { start: 0, seconds: 0.1, worker: 0, message: undefined };

/**
 * Returns a Playwright JSON report of one file and project.
 *
 * @param config With `after`, the run starts this many seconds later. `retries` are those of the project.
 */
export function playwright(
  cases: readonly PlaywrightCase[],
  config: { shard?: { current: number; total: number }; after?: number; retries?: number } = {},
): string {
  const start = runStart + (config.after ?? 0) * 1000;
  const specs = cases.map(
    (
      {
        title,
        attempts: input,
        screenshot,
        attachments = [],
        tags = [],
        steps,
        owner,
        annotations = [],
        timeout = 30_000,
      },
      index,
    ) => {
      const attempts = input.map((attempt) =>
        typeof attempt === "string" ? { ...plainAttempt, status: attempt } : attempt,
      );
      const failed = attempts.some(({ status }) => status === "failed");
      const ok = attempts.at(-1)?.status === "passed";
      return {
        title,
        ok,
        tags,
        id: `${index}`,
        file: "cart.spec.ts",
        line: 1 + index,
        column: 1,
        tests: [
          {
            timeout,
            annotations: [...(owner === undefined ? [] : [{ type: "owner", description: owner }]), ...annotations],
            expectedStatus: "passed",
            projectId: "chromium",
            projectName: "chromium",
            status: !ok ? "unexpected" : failed ? "flaky" : "expected",
            results: attempts.map(({ status, start: afterStart, seconds, worker, message }, retry) => ({
              workerIndex: worker,
              parallelIndex: worker,
              status,
              duration: seconds * 1000,
              errors:
                status === "failed"
                  ? [{ message: message ?? `Error: attempt ${retry} \u001B[31mbroke\u001B[39m` }]
                  : [],
              stdout: [],
              stderr: [],
              retry,
              ...(steps !== undefined && {
                steps: steps.map((step) => (typeof step === "string" ? { title: step, duration: 1 } : step)),
              }),
              startTime: new Date(start + afterStart * 1000).toISOString(),
              annotations: [],
              attachments:
                retry < attempts.length - 1
                  ? []
                  : screenshot === undefined
                    ? attachments
                    : [{ name: "screenshot", contentType: "image/png", path: screenshot }, ...attachments],
            })),
          },
        ],
      };
    },
  );
  return JSON.stringify({
    config: {
      rootDir: "/ci/shop/tests",
      version: "1.65.1",
      workers: 2,
      shard: config.shard ?? null,
      projects: [{ id: "chromium", name: "chromium", retries: config.retries }],
    },
    suites: [{ title: "cart.spec.ts", file: "cart.spec.ts", line: 0, column: 0, specs }],
    errors: [],
    stats: {
      startTime: new Date(start).toISOString(),
      duration: 5000,
      expected: 0,
      unexpected: 0,
      flaky: 0,
      skipped: 0,
    },
  });
}
