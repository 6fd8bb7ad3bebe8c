import type { Meaning } from "#meanings.ts";

const docs = "json-export.md";

function report(test: object, problems: object[] = []): string {
  const tests = [{ file: null, titlePath: ["pays"], variant: "", attempts: [], ...test }];
  return JSON.stringify({ format: "plumb-report", version: 1, report: { suite: "till", tags: [] }, problems, tests });
}

/** Meaning of the fields in an exported report. */
export const plumbJsonMeanings: readonly Meaning[] = [
  {
    sign: '`"status": "passed"`',
    means: "passed",
    tool: "Plumb",
    source: docs,
    sample: report({ status: "passed" }),
  },
  {
    sign: '`"flaky": true`',
    means: "flaky",
    tool: "Plumb",
    source: docs,
    sample: report({ status: "passed", flaky: true }),
  },
  {
    sign: '`"status": "failed"`',
    means: "failed",
    tool: "Plumb",
    source: docs,
    sample: report({ status: "failed" }),
  },
  {
    sign: '`"status": "error"`',
    means: "error",
    tool: "Plumb",
    source: docs,
    sample: report({ status: "error" }),
  },
  {
    sign: '`"status": "skipped"`',
    means: "skipped",
    tool: "Plumb",
    source: docs,
    sample: report({ status: "skipped" }),
  },
  {
    sign: '`"status": "running"` when it was exported',
    means: "skipped",
    tool: "Plumb",
    source: docs,
    sample: report({ status: "running" }),
  },
  {
    sign: '`"status": "announced"` when it was exported',
    means: "skipped",
    tool: "Plumb",
    source: docs,
    sample: report({ status: "announced" }),
  },
  {
    sign: "Several `attempts`",
    means: "attempt",
    tool: "Plumb",
    source: docs,
    sample: report({ status: "passed", attempts: [{ status: "failed" }, { status: "passed" }] }),
  },
  {
    sign: '`"severity": "error"` of a problem',
    means: "outside",
    tool: "Plumb",
    source: docs,
    sample: report({ status: "passed" }, [{ severity: "error", reason: "no db", file: null }]),
  },
  {
    sign: '`"severity": "incomplete"` of a problem',
    means: "interrupted",
    tool: "Plumb",
    source: docs,
    sample: report({ status: "passed" }, [{ severity: "incomplete", reason: "cut off", file: null }]),
  },
];
