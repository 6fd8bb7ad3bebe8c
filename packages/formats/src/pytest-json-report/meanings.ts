import type { Meaning } from "#meanings.ts";

const report = "https://github.com/numirias/pytest-json-report#test-stage";
const codes = "https://docs.pytest.org/en/stable/reference/exit-codes.html";
const rerun = "https://github.com/pytest-dev/pytest-rerunfailures";
const xfail = "https://docs.pytest.org/en/stable/how-to/skipping.html";
const subtests = "https://docs.pytest.org/en/stable/how-to/subtests.html";

function run(test: object, more: object = {}): string {
  const tests = [{ nodeid: "test_till.py::test_pays", lineno: 3, keywords: [], ...test }];
  return JSON.stringify({
    created: 1_772_359_200.5,
    duration: 1,
    exitcode: 0,
    root: "/app",
    environment: {},
    summary: {},
    tests,
    ...more,
  });
}

/** Meaning of outcomes and exit codes of pytest and its plugins. */
export const pytestMeanings: readonly Meaning[] = [
  {
    sign: '`"outcome": "passed"`',
    means: "passed",
    tool: "pytest",
    source: report,
    sample: run({ outcome: "passed" }),
  },
  {
    sign: '`"outcome": "failed"`',
    means: "failed",
    tool: "pytest",
    source: report,
    sample: run({ outcome: "failed" }, { exitcode: 1 }),
  },
  {
    sign: '`"outcome": "error"`: its set-up or tear-down failed',
    means: "error",
    tool: "pytest",
    source: report,
    sample: run({ outcome: "error" }, { exitcode: 1 }),
  },
  {
    sign: '`"outcome": "skipped"`',
    means: "skipped",
    tool: "pytest",
    source: xfail,
    sample: run({ outcome: "skipped" }),
  },
  {
    sign: '`"outcome": "xfailed"`: it failed as expected',
    means: "skipped",
    tool: "pytest",
    source: xfail,
    sample: run({ outcome: "xfailed" }),
  },
  {
    sign: '`"outcome": "xpassed"`, which fails only where xfail is strict',
    means: "passed",
    tool: "pytest",
    source: xfail,
    sample: run({ outcome: "xpassed" }),
  },
  {
    sign: '`"outcome": "subtests passed"` of a test whose phases passed',
    means: "passed",
    tool: "pytest-subtests",
    source: subtests,
    sample: run({ outcome: "subtests passed", call: { outcome: "passed" } }),
  },
  {
    sign: '`"outcome": "rerun"`',
    means: "attempt",
    tool: "pytest-rerunfailures",
    source: rerun,
    sample: run({ outcome: "rerun", call: { outcome: "passed" } }),
  },
  {
    sign: '`"outcome": "failed"` of a collector',
    means: "outside",
    tool: "pytest",
    source: report,
    sample: run(
      { outcome: "passed" },
      { collectors: [{ nodeid: "test_gone.py", outcome: "failed", longrepr: "ImportError" }] },
    ),
  },
  {
    sign: '`"exitcode": 1`, where no test failed',
    means: "run failed",
    tool: "pytest",
    source: codes,
    sample: run({ outcome: "passed" }, { exitcode: 1 }),
  },
  {
    sign: '`"exitcode": 2`: interrupted',
    means: "run failed",
    tool: "pytest",
    source: codes,
    sample: run({ outcome: "passed" }, { exitcode: 2 }),
  },
  {
    sign: '`"exitcode": 3`: an error of pytest itself',
    means: "run failed",
    tool: "pytest",
    source: codes,
    sample: run({ outcome: "passed" }, { exitcode: 3 }),
  },
  {
    sign: '`"exitcode": 4`: called in a wrong way',
    means: "run failed",
    tool: "pytest",
    source: codes,
    sample: run({ outcome: "passed" }, { exitcode: 4 }),
  },
  {
    sign: '`"exitcode": 5`: no tests',
    means: "run failed",
    tool: "pytest",
    source: codes,
    sample: run({ outcome: "passed" }, { exitcode: 5, tests: [] }),
  },
];
