import type { Report } from "@plumb/contract/runs/reports.ts";
import { useCallback, useState } from "react";
import { sampleReport } from "#lib/sample-report.ts";
import { CompareBar } from "./compare-bar.tsx";
import { ReportCards } from "./report-cards.tsx";
import { ReportsSkeleton } from "./reports-list.tsx";

interface CardsProps {
  readonly reports: readonly Report[];
  readonly stale?: boolean;
  readonly exports?: (report: Report) => string;
}

/** Logs the actions. */
function Cards({ reports, stale = false, exports }: CardsProps) {
  const [done, setDone] = useState("");
  const [selected, setSelected] = useState<readonly Report[]>([]);
  const onSelect = useCallback((report: Report) => setSelected((before) => [...before, report].slice(-3)), []);
  return (
    <>
      <ReportCards
        reports={reports}
        selected={selected}
        stale={stale}
        more={false}
        onNearEnd={() => undefined}
        onSelect={onSelect}
        onAuthor={(name) => setDone(`author ${name}`)}
        onNarrow={(filter, value) => setDone(`${filter} ${value}`)}
        exports={exports}
      />
      <CompareBar
        selected={selected}
        onCompare={(reports) => setDone(JSON.stringify({ compare: reports.map(({ number }) => number) }))}
        onClear={() => setSelected([])}
      />
      <output aria-label="Done">{done}</output>
    </>
  );
}

const people = ["Ada Lovelace", "Grace Hopper", "Linus", "Margaret", "Katherine", "Edsger", "Barbara"];

const red = sampleReport(
  {
    id: 7,
    number: 12,
    status: "failed",
    authors: people,
    failedAuthors: people.slice(0, 2),
    tags: ["nightly", "@smoke"],
    facts: ["browser=chrome-143", "os=linux"],
  },
  { total: 2001, passed: 1990, failed: 7, errored: 2, skipped: 2, flaky: 4, passRate: 99.9 },
);

export const Several = () => (
  <Cards
    reports={[
      red,
      sampleReport({ id: 8, number: 11, startTime: "2029-12-31T00:00:00Z" }),
      sampleReport(
        { id: 9, number: 10, status: "running", branch: null, commit: null },
        { passed: 0, duration: null, passRate: null },
      ),
      sampleReport({ id: 10, number: 9, status: "interrupted", authors: ["Ada Lovelace"] }),
    ]}
  />
);
export const WithExports = () => <Cards reports={[red]} exports={({ number }) => `exports of ${number}`} />;
export const Stale = () => <Cards reports={[red]} stale />;
export const Loading = () => <ReportsSkeleton rows={12} />;
export const Huge = () => (
  <Cards
    reports={Array.from({ length: 100_000 }, (_, index) => sampleReport({ id: index + 1, number: 100_000 - index }))}
  />
);
export const Hostile = () => (
  <Cards
    reports={[
      sampleReport({
        testSuite: "<img src=x onerror=\"document.title='pwned'\">".repeat(200),
        environment: "\u202Egnigats",
        branch: "b".repeat(300),
        commit: "c".repeat(100),
        framework: "f".repeat(60),
        tags: ["t".repeat(200)],
        authors: Array.from({ length: 200 }, (_, index) => `<b>${"a".repeat(150)}</b> ${index}`),
        failedAuthors: ["\u202Eada", "x".repeat(200)],
        status: "failed",
      }),
    ]}
  />
);
