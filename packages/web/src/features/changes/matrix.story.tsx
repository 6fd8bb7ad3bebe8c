import type { MatrixCounts, MatrixTest } from "@plumb/contract/runs/compare-many.ts";
import { useState } from "react";
import type { CompareSearch } from "#lib/address/compare-search.ts";
import { sampleReport } from "#lib/sample-report.ts";
import { RemovedReports } from "./removed-reports.tsx";
import { type MatrixPage, MatrixView } from "./matrix-view.tsx";
import { sampleCounts } from "./sample-comparison.ts";

const counts: MatrixCounts = { ...sampleCounts, failedBetween: 2, all: 50_000 };
const reports = [12, 13, 14].map((number) =>
  sampleReport({ id: number - 5, number, branch: number === 14 ? "feature/cards" : "main" }),
);

type Status = "passed" | "failed" | "skipped" | "flaky" | "error";

function side(status: Status, duration: number | null = 1200): MatrixTest["runs"][number] {
  const isRed = status === "failed" || status === "error";
  return {
    resultId: 11,
    status: status === "flaky" ? "passed" : status,
    flaky: status === "flaky",
    duration,
    errorLine: isRed ? 'Error: expect(locator).toHaveText(expected) failed · expected "Paid"' : null,
  };
}

function sampleTest(change: Partial<MatrixTest>): MatrixTest {
  return {
    testId: 1,
    file: "tests/checkout/card.spec.ts",
    titlePath: ["checkout", "pays by card"],
    variant: "chromium",
    occurrence: 1,
    runs: [side("passed"), side("failed"), side("failed")],
    kinds: ["newFailure"],
    turnedAt: 1,
    slowdown: null,
    ...change,
  };
}

const tests: MatrixTest[] = [
  sampleTest({}),
  sampleTest({
    testId: 2,
    titlePath: ["checkout", "pays by voucher"],
    runs: [side("error", null), side("skipped", null), side("passed")],
    kinds: ["fixed"],
    turnedAt: 2,
  }),
  sampleTest({
    testId: 3,
    titlePath: ["search", "finds by name"],
    runs: [side("passed", 1000), side("passed", 1100), side("passed", 4200)],
    kinds: ["slower"],
    turnedAt: 2,
    slowdown: 4.2,
  }),
  sampleTest({
    testId: 4,
    titlePath: ["cart", "keeps what is in it"],
    runs: [side("passed"), side("flaky"), null],
    kinds: ["removed"],
    turnedAt: 2,
    occurrence: 2,
  }),
  sampleTest({
    testId: 5,
    titlePath: ["shows a total"],
    runs: [null, side("failed"), side("passed")],
    kinds: [],
    turnedAt: null,
  }),
];

const page: MatrixPage = { reports, counts, tests, total: 1226 };

interface MatrixProps {
  readonly matrix?: MatrixPage | undefined;
  readonly start?: CompareSearch;
  readonly stale?: boolean;
  readonly error?: Error | null;
}

/** The matrix as on the page, with the address below. */
function Matrix({ matrix, start = {}, stale = false, error = null }: MatrixProps) {
  const [search, setSearch] = useState<CompareSearch>({ base: 7, between: [8], head: 9, ...start });
  const [retried, setRetried] = useState(0);
  return (
    <main style={{ padding: 16 }}>
      <h1>Compare Reports</h1>
      <MatrixView
        matrix={matrix}
        stale={stale}
        error={error}
        onRetry={() => setRetried((before) => before + 1)}
        search={search}
        onSearch={setSearch}
      />
      <output aria-label="Address">{JSON.stringify(search)}</output>
      {retried > 0 && <output aria-label="Retried">{retried}</output>}
    </main>
  );
}

export const Filled = () => <Matrix matrix={page} />;

export const Six = () => {
  const six = [10, 11, ...reports.map(({ number }) => number), 15].map((number) =>
    sampleReport({ id: number, number, testSuite: "s".repeat(200), branch: "b".repeat(80) }),
  );
  const runs = [side("passed"), side("passed", 3_723_000), side("flaky"), null, side("error"), side("failed", null)];
  return <Matrix matrix={{ ...page, reports: six, tests: [sampleTest({ runs, turnedAt: 4 })] }} />;
};

export const Empty = () => <Matrix matrix={{ ...page, tests: [], total: 0 }} start={{ show: "removed" }} />;

export const Unchanged = () => <Matrix matrix={{ ...page, tests: [], total: 0 }} />;

export const NotFound = () => <Matrix matrix={{ ...page, tests: [], total: 0 }} start={{ q: "nothing" }} />;

export const Loading = () => <Matrix />;

export const Stale = () => <Matrix matrix={page} stale />;

export const Failed = () => <Matrix error={new Error("down")} />;

export const Gone = () => {
  const [done, setDone] = useState("");
  return (
    <main style={{ padding: 16 }}>
      <h1>Compare Reports</h1>
      <RemovedReports ids={[8]} onRemove={() => setDone("removed")} />
      <output aria-label="Done">{done}</output>
    </main>
  );
};

export const Hostile = () => (
  <Matrix
    matrix={{
      ...page,
      reports: reports.map((report) => ({
        ...report,
        branch: "<img src=x onerror=\"document.title='pwned'\">".repeat(20),
      })),
      tests: [
        sampleTest({
          titlePath: ["<b>s</b>".repeat(100), "<img src=x>".repeat(1000)],
          variant: "v".repeat(300),
          runs: [
            side("passed"),
            { ...side("failed"), errorLine: "<script>".repeat(1000) } as MatrixTest["runs"][number],
            null,
          ],
        }),
      ],
    }}
  />
);
