import type { Dashboard, DashboardCause, SuiteState } from "@plumb/contract/projects/dashboard.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { useState } from "react";
import { sampleReport } from "#lib/sample-report.ts";
import { emptyStory, sampleStory } from "#ui/story/sample-story.ts";
import { StoryLine } from "#ui/story/story-line.tsx";
import { DashboardSkeleton } from "./dashboard-skeleton.tsx";
import { DashboardView } from "./dashboard-view.tsx";
import { emptyDashboard, sampleCause, sampleDashboard, sampleState, sampleTotals } from "./sample-dashboard.ts";

const changesOf = ({ changes }: SuiteState) => `${changes?.newFailure ?? 0} new failures, ${changes?.fixed ?? 0} fixed`;
const incidentsOf = (incidents: Dashboard["incidents"]) =>
  incidents.length > 0 && <p>{`${incidents.length} incidents`}</p>;
const listOf = (reports: readonly Report[]) => `${reports.length} reports`;

const storyOf = ({ groupId }: DashboardCause) => (
  <StoryLine story={groupId === 3 ? emptyStory : { ...sampleStory, owners: [], item: null }} projectId={1} />
);
const assignOf = () => <button type="button">Assign</button>;
const noButton = () => null;

interface ExampleProps {
  readonly dashboard: Dashboard;
  readonly old?: boolean;
  readonly viewer?: boolean;
}

function Example({ dashboard, old = false, viewer = false }: ExampleProps) {
  const [tries, setTries] = useState(0);
  return (
    <main style={{ padding: 16 }}>
      <h1>Dashboard</h1>
      <DashboardView
        dashboard={dashboard}
        changes={changesOf}
        story={storyOf}
        assign={viewer ? noButton : assignOf}
        incidents={incidentsOf}
        recent={listOf}
        empty={<p>No reports found. Run your first test to get started.</p>}
        {...(old && { onRetry: () => setTries(tries + 1) })}
      />
      {old && <p data-tries>{tries}</p>}
    </main>
  );
}

export const Red = () => <Example dashboard={sampleDashboard()} />;
export const Viewer = () => <Example dashboard={sampleDashboard()} viewer />;
export const Running = () => (
  <Example
    dashboard={sampleDashboard({
      running: [
        {
          ...sampleReport(
            { id: 90, number: 1290, status: "running" },
            { total: 60, passed: 24, failed: 2, errored: 0 },
          ),
          progress: { expected: 60, running: 4, remaining: 30, endsAt: null },
        },
      ],
    })}
  />
);
/** More causes than fit, with long and right-to-left texts, no owner and no story. */
export const ManyCauses = () => (
  <Example
    dashboard={sampleDashboard({
      causes: Array.from({ length: 8 }, (_, index) =>
        sampleCause({
          groupId: index + 1,
          error: index % 2 === 0 ? "خطأ: فشل الدفع ".repeat(20) : "x".repeat(300),
          owners: index % 2 === 0 ? [] : ["فريق الدفع".repeat(9)],
          runIds: [85],
        }),
      ),
      causeCount: 50,
    })}
  />
);
/** The failures of the latest run are not grouped yet. */
export const Ungrouped = () => (
  <Example dashboard={sampleDashboard({ red: [sampleState({ grouped: false })], causes: [], causeCount: 0 })} />
);
export const Excluded = () => (
  <Example dashboard={sampleDashboard({ totals: sampleTotals({ leftOut: 100, ranPassRate: 97.9 }) })} />
);
export const Green = () => (
  <Example
    dashboard={sampleDashboard({
      red: [],
      redSuites: 0,
      green: sampleState({
        latest: sampleReport({ id: 86, number: 1286 }),
        redSince: null,
        changes: { newFailure: 0, backAgain: 0, stillFailing: 0, fixed: 2, newlyFlaky: 0 },
      }),
    })}
  />
);
/** The first run of a suite, which has no base run, and an interrupted run. */
export const First = () => (
  <Example
    dashboard={sampleDashboard({
      red: [
        sampleState({ base: null, changes: null }),
        sampleState({
          latest: sampleReport({ id: 86, number: 1286, status: "interrupted", branch: null, commit: null }),
          base: null,
          changes: null,
        }),
      ],
      redSuites: 2,
      totals: sampleTotals({ avgDuration: 840 }),
    })}
  />
);
export const Many = () => (
  <Example
    dashboard={sampleDashboard({
      red: Array.from({ length: 10 }, (_, index) =>
        sampleState({
          latest: sampleReport({ id: 100 + index, number: 100 + index, testSuite: `suite-${index}`, status: "failed" }),
        }),
      ),
      redSuites: 78,
      suites: 552,
    })}
  />
);
export const Empty = () => <Example dashboard={emptyDashboard} />;
export const OnlyRunning = () => (
  <Example
    dashboard={sampleDashboard({
      totals: sampleTotals({ avgDuration: 0, totalDuration: 0, totalReports: 1, timedReports: 0 }),
      current: emptyDashboard.current,
      previous: emptyDashboard.previous,
      recent: [sampleReport({ status: "running" }, { total: 0, passed: 0, passRate: null })],
      red: [],
      redSuites: 0,
      suites: 0,
      days: [],
      causes: [],
      causeCount: 0,
    })}
  />
);
export const Old = () => <Example dashboard={sampleDashboard()} old />;
export const Loading = () => (
  <main style={{ padding: 16 }}>
    <h1>Dashboard</h1>
    <DashboardSkeleton />
  </main>
);
export const Hostile = () => (
  <Example
    dashboard={sampleDashboard({
      totals: sampleTotals({ totalReports: 9_007_199_254, totalTests: 9_007_199_254_740_991, avgDuration: 1e12 }),
      red: [
        sampleState({
          latest: sampleReport({
            testSuite: "<img src=x onerror=\"document.title='pwned'\">".repeat(50),
            branch: "b".repeat(300),
            environment: "e".repeat(300),
            commit: "c".repeat(300),
            status: "failed",
          }),
        }),
      ],
    })}
  />
);
