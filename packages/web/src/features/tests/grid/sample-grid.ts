import type { GridTest, TestGrid } from "@plumb/contract/tests/test-grid.ts";

const dayMs = 86_400_000;

const isHostRun = (run: number) => run % 7 === 3;

/** A grid in which a host fails in every seventh run, one test is broken since the last three, and one is flaky. */
export function sampleGrid({ tests, runs }: { readonly tests: number; readonly runs: number }): TestGrid {
  return {
    by: "run",
    runs: Array.from({ length: runs }, (_, run) => ({
      id: 500 + run,
      number: 100 + run,
      suite: "web",
      environment: run % 2 === 0 ? "staging" : "preview",
      branch: "main",
      commit: `${String(run).padStart(4, "0")}f7a91f3c2d5e6f7a8b9c0d1e2f3a4b5c6d7`,
      startTime: new Date(Date.UTC(2026, 2, 1) + (run * dayMs) / 4).toISOString(),
      status: "failed",
      failed: isHostRun(run) ? Math.ceil(tests / 2) : 1,
      total: tests,
      facts: [isHostRun(run) ? "host=ci-5" : `host=ci-${(run % 3) + 1}`],
    })),
    columns: Array.from({ length: runs }, (_, run) => ({ name: null, runs: [run] })),
    tests: Array.from({ length: tests }, (_, test) => sampleRow(test, runs)),
    causes: [
      {
        groupId: 31,
        message: "connect ECONNREFUSED 10.0.3.17:5432",
        primaryClass: "Environment Issue",
        cells: Math.ceil(tests / 2) * Math.ceil(runs / 7),
      },
      { groupId: 32, message: "expected 200 to equal 503", primaryClass: "Application Defect", cells: 3 },
      { groupId: 33, message: "Timeout 30000ms exceeded.", primaryClass: null, cells: 2 },
    ],
    moreTests: false,
    moreRuns: false,
  };
}

function sampleRow(test: number, runs: number): GridTest {
  const cells = Array.from({ length: runs }, (_, run) => {
    if (test === 0 && run >= runs - 3) return { letter: "F", cause: 1 };
    if (test === 1 && run >= runs - 2) return { letter: "K", cause: 2 };
    if (isHostRun(run) && test % 2 === 0) return { letter: test % 4 === 0 ? "F" : "E", cause: 0 };
    if (test % 9 === 8) return { letter: "S", cause: null };
    return { letter: test % 11 === 10 && run < 4 ? "." : "P", cause: null };
  });
  const red = cells.flatMap(({ cause }, run) => (cause === null ? [] : [{ cause, run }]));
  return {
    id: test + 1,
    file: `checkout/area-${Math.floor(test / 8)}.spec.ts`,
    title: `Checkout › keeps the cart of customer ${test + 1} after the payment was declined`,
    variant: test % 5 === 0 ? "firefox" : "",
    owner: test % 3 === 0 ? "@checkout" : null,
    outcomes: cells.map(({ letter }) => letter).join(""),
    causes: red.map(({ cause }) => [cause]),
    results: red.map(({ run }) => 10_000 * (test + 1) + run),
    runs: red.map(({ run }) => run),
    counts: null,
  };
}
