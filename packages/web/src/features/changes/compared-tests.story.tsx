import type { CommitsBetween } from "@plumb/contract/runs/commits-between.ts";
import { type ReactNode, useState } from "react";
import { sampleReport } from "#lib/sample-report.ts";
import { BasePresetLinks } from "./base-presets.tsx";
import { CommitsBetweenView } from "./commits-between.tsx";
import { ReportOption } from "./report-pick.tsx";
import { ComparedReports } from "./compared-reports.tsx";
import { ComparedTestRow, ComparedTestSkeleton } from "./compared-test-row.tsx";
import { KindFilter } from "./kind-filter.tsx";
import { sampleComparedTest, sampleCounts } from "./sample-comparison.ts";

const base = sampleReport(
  { id: 7, number: 12 },
  { total: 2000, passed: 1990, failed: 6, skipped: 4, passRate: 99.6, duration: 60_000 },
);
const head = sampleReport(
  { id: 8, number: 13, status: "failed", branch: "feature/cards" },
  { total: 2001, passed: 1980, failed: 14, errored: 3, skipped: 4, passRate: 99.1, duration: 72_000 },
);

const Page = ({ children }: { readonly children: ReactNode }) => (
  <main style={{ padding: 16 }}>
    <h1>Compare Reports</h1>
    {children}
  </main>
);

export const Compared = () => (
  <Page>
    <ComparedReports base={base} head={head} />
    <KindFilter search={{ base: 7, head: 8, show: "newFailure" }} counts={sampleCounts} />
    <ComparedTestRow test={sampleComparedTest()} base={base} head={head} />
    <ComparedTestRow
      test={sampleComparedTest({
        titlePath: ["checkout", "pays by voucher"],
        base: { resultId: 12, status: "error", flaky: false, duration: null, errorLine: "ECONNREFUSED" },
        head: { resultId: 22, status: "passed", flaky: false, duration: 1000, errorLine: null },
        kinds: ["fixed"],
      })}
      base={base}
      head={head}
    />
    <ComparedTestRow
      test={sampleComparedTest({ titlePath: ["is dropped"], head: null, occurrence: 2, kinds: ["removed"] })}
      base={base}
      head={head}
    />
    <ComparedTestRow
      test={sampleComparedTest({ titlePath: ["is new"], base: null, kinds: ["newFailure", "added"] })}
      base={base}
      head={head}
    />
    <ComparedTestSkeleton />
  </Page>
);

/** Start and duration of the base report are unknown. */
export const Unknown = () => (
  <Page>
    <ComparedReports
      base={sampleReport(
        { id: 7, number: 12, branch: null, commit: null },
        { total: 0, passed: 0, passRate: null, duration: null },
      )}
      head={head}
    />
  </Page>
);

/** Both results of a test are open. */
export const Opened = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Page>
      <ComparedTestRow
        test={sampleComparedTest()}
        base={base}
        head={head}
        isOpen={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
      />
      {isOpen && <p>Both results</p>}
    </Page>
  );
};

export const Picks = () => (
  <Page>
    <BasePresetLinks
      base={7}
      head={8}
      presets={[
        { label: "previous", id: 7, number: 12 },
        { label: "last green", id: 5, number: 9 },
        { label: "main", id: 6, number: 11 },
      ]}
    />
    <BasePresetLinks base={undefined} head={8} presets={[]} />
    <section aria-label="Option">
      <ReportOption report={{ ...head, metadata: { commitSubject: "Combine gift cards" } }} />
    </section>
    <ReportOption report={{ ...head, testSuite: "s".repeat(300), metadata: { commitSubject: "ح".repeat(300) } }} />
  </Page>
);

const run = { number: 1, commit: "a91f3c2d5e6f7a8b9c0d", at: "2030-01-01T00:00:00Z" };
const commit = {
  hash: "a91f3c2d5e6f7a8b9c0d",
  subject: "Combine gift cards",
  author: "Ada Okafor",
  committedAt: "2030-01-01T00:00:00Z",
  url: "https://git.example.test/commit/a91f3c2d",
  fileCount: 2,
  fromPullRequest: false,
};
const between: CommitsBetween = {
  range: {
    branch: "main",
    environment: "staging",
    after: { ...run, id: 7 },
    until: { ...run, id: 8 },
    known: 2,
    withFiles: 2,
    complete: false,
    diverged: false,
  },
  commits: [commit, { ...commit, hash: "b".repeat(40), url: null, subject: "x".repeat(300) }],
  url: "https://git.example.test/compare/a...b",
};

export const Commits = () => (
  <Page>
    <CommitsBetweenView between={between} isError={false} />
    <CommitsBetweenView
      between={{ ...between, range: { ...between.range, known: 0, complete: true }, commits: [], url: null }}
      isError={false}
    />
    <CommitsBetweenView between={null} isError={false} />
    <CommitsBetweenView between={undefined} isError />
  </Page>
);

export const Hostile = () => (
  <Page>
    <ComparedReports
      base={sampleReport({
        testSuite: "<img src=x onerror=\"document.title='pwned'\">".repeat(50),
        branch: "b".repeat(300),
      })}
      head={sampleReport({ id: 2, environment: "e".repeat(200), commit: "c".repeat(200) })}
    />
    <ComparedTestRow
      test={sampleComparedTest({
        titlePath: ["<b>s</b>".repeat(100), "<img src=x>".repeat(1000)],
        variant: "v".repeat(200),
        head: { resultId: 1, status: "failed", flaky: false, duration: 1e9, errorLine: "<script>".repeat(1000) },
        kinds: ["newFailure", "changedCause", "slower", "added"],
      })}
      base={base}
      head={head}
    />
  </Page>
);
