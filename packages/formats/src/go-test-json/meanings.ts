import type { Meaning } from "#meanings.ts";

const docs = "https://pkg.go.dev/cmd/test2json";
const newline = "https://github.com/golang/go/issues/26325";
const build = "https://github.com/golang/go/blob/master/src/cmd/go/internal/test/test.go";
const panic = "https://github.com/golang/go/blob/master/src/testing/testing.go";
const gotestsum = "https://github.com/gotestyourself/gotestsum#re-running-failed-tests";

function event(action: string, test?: string, output?: string): string {
  return `${JSON.stringify({ Action: action, Package: "p", Test: test, Output: output })}\n`;
}

/** Meaning of the actions and test output of `go test -json`. */
export const goMeanings: readonly Meaning[] = [
  {
    sign: '`"Action": "pass"`',
    means: "passed",
    tool: "Go",
    source: docs,
    sample: event("run", "T") + event("pass", "T") + event("pass"),
  },
  {
    sign: '`"Action": "fail"`',
    means: "failed",
    tool: "Go",
    source: docs,
    sample: event("run", "T") + event("fail", "T") + event("fail"),
  },
  {
    sign: '`"Action": "skip"`',
    means: "skipped",
    tool: "Go",
    source: docs,
    sample: event("run", "T") + event("skip", "T") + event("pass"),
  },
  {
    sign: "`--- PASS: T` within the output, without an event",
    means: "passed",
    tool: "Go before 1.20",
    source: newline,
    sample: event("run", "T") + event("output", "T", "running--- PASS: T (0.00s)\n") + event("pass"),
  },
  {
    sign: "`--- FAIL: T` within the output, without an event",
    means: "failed",
    tool: "Go before 1.20",
    source: newline,
    sample: event("run", "T") + event("output", "T", "running--- FAIL: T (0.00s)\n") + event("fail"),
  },
  {
    sign: "No verdict, in a package that passed",
    means: "passed",
    tool: "Go",
    source: docs,
    sample: event("run", "BenchmarkT") + event("pass"),
  },
  {
    sign: "No verdict, in a package that failed: `panic: `",
    means: "error",
    tool: "Go",
    source: panic,
    sample: event("run", "T") + event("output", "T", "panic: test timed out after 1s\n") + event("fail"),
  },
  {
    sign: "The same test again, after its package has ended",
    means: "attempt",
    tool: "gotestsum --rerun-fails",
    source: gotestsum,
    sample:
      event("run", "T") + event("fail", "T") + event("fail") + event("run", "T") + event("pass", "T") + event("pass"),
  },
  {
    sign: 'The same test again in one package (option -count), which failed in the end: `"Action": "fail"` of the package',
    means: "run failed",
    tool: "Go",
    source: docs,
    sample: event("run", "T") + event("fail", "T") + event("run", "T") + event("pass", "T") + event("fail"),
  },
  {
    sign: '`"Action": "fail"` of a package whose tests passed',
    means: "outside",
    tool: "Go",
    source: docs,
    sample: event("run", "T") + event("pass", "T") + event("fail"),
  },
  {
    sign: "`[build failed]`",
    means: "outside",
    tool: "Go before 1.24",
    source: build,
    sample: `FAIL\tshop/till [build failed]\n${event("run", "T")}${event("pass", "T")}${event("pass")}`,
  },
  {
    sign: '`"FailedBuild"`',
    means: "outside",
    tool: "Go 1.24 and later",
    source: build,
    sample: `{"ImportPath":"p","Action":"build-fail"}\n{"Action":"fail","Package":"p","FailedBuild":"p"}\n`,
  },
  {
    sign: "A package without an end",
    means: "interrupted",
    tool: "Go",
    source: docs,
    sample: event("run", "T") + event("pass", "T"),
  },
];
