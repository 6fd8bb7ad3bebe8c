import type { TrendEvent } from "@plumb/contract/trends/events.ts";
import type { TrendData, TrendPart, TrendSummary } from "@plumb/contract/trends/trends.ts";
import { useState } from "react";
import { type TrendSearch, trendSearch } from "#lib/address/trend-search.ts";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import {
  emptySummary,
  sampleData,
  sampleEvents,
  sampleOptions,
  sampleParts,
  samplePeriod,
  sampleSummary,
} from "./sample-trends.ts";
import { EventForm } from "./event-dialog.tsx";
import type { ExplainedDip } from "./explained-dips.ts";
import { TrendsView } from "./trends-view.tsx";

interface ScreenProps {
  readonly summary?: TrendSummary;
  readonly data?: TrendData;
  readonly parts?: readonly TrendPart[];
  readonly events?: readonly TrendEvent[];
  readonly start?: TrendSearch;
  readonly error?: Error;
  readonly viewer?: boolean;
  readonly stale?: boolean;
  readonly dips?: readonly ExplainedDip[];
}

/** Shows the URL and actions. */
function Screen({
  summary,
  data,
  parts = sampleParts(),
  events = [],
  start = {},
  error,
  viewer = false,
  stale = false,
  dips = [],
}: ScreenProps) {
  const [search, setSearch] = useState(start);
  const [done, setDone] = useState("");
  return (
    <PageFrame>
      <TrendsView
        summary={summary}
        data={data}
        parts={parts}
        options={sampleOptions()}
        events={events}
        totalEvents={events.length}
        dips={dips}
        stale={stale}
        error={error ?? null}
        onRetry={() => setDone("again")}
        search={search}
        onSearch={(next) => setSearch(trendSearch({ ...next }))}
        eventActions={
          viewer ? undefined : { onAdd: () => setDone("add"), onDelete: ({ id }) => setDone(`delete ${id}`) }
        }
      />
      <output aria-label="Address" hidden>
        {JSON.stringify(search)}
      </output>
      <output aria-label="Done" hidden>
        {done}
      </output>
    </PageFrame>
  );
}

export const Happy = () => <Screen summary={sampleSummary()} data={sampleData()} events={sampleEvents()} />;

const dip = (change: Partial<ExplainedDip>): ExplainedDip => ({
  period: { from: "2030-01-08", to: "2030-01-08", total_runs: 6, growth: { known: 200, added: 0, removed: 0 } },
  suite: null,
  isFirstAttempt: false,
  rate: 91.2,
  usual: 97.4,
  events: [],
  failures: { groups: 2, newGroups: 0 },
  incidents: [],
  ...change,
});

export const Dips = () => (
  <Screen
    summary={sampleSummary()}
    data={sampleData()}
    start={{ suite: ["web"] }}
    dips={[
      dip({
        events: sampleEvents().slice(0, 1),
        failures: { groups: 5, newGroups: 2 },
        incidents: [{ id: 4, name: "sandbox.payments.test", tests: 8 }],
      }),
      dip({
        period: { from: "2030-01-14", to: "2030-01-20", total_runs: 1, growth: { known: 170, added: 0, removed: 30 } },
        rate: 70,
      }),
      dip({
        period: { from: "2030-01-21", to: "2030-01-21", total_runs: 1, growth: null },
        failures: undefined,
        incidents: undefined,
      }),
      dip({
        period: { from: "2030-01-22", to: "2030-01-22", total_runs: 1, growth: null },
        incidents: [{ id: 5, name: "x".repeat(300), tests: 1 }],
        events: sampleEvents().map((event) => ({ ...event, title: "<b>".repeat(100), url: "javascript:alert(1)" })),
      }),
    ]}
  />
);
export const Viewer = () => <Screen summary={sampleSummary()} data={sampleData()} events={sampleEvents()} viewer />;
export const AsTable = () => <Screen summary={sampleSummary()} data={sampleData()} start={{ show: "table" }} />;
export const Loading = () => <Screen />;
export const Stale = () => <Screen summary={sampleSummary()} data={sampleData()} stale />;
export const Failing = () => <Screen error={new Error("down")} />;
export const NoProjectRuns = () => (
  <Screen summary={emptySummary({ counted_runs: 0, first_day: null, last_day: null })} data={sampleData()} parts={[]} />
);
export const NoneInRange = () => <Screen summary={emptySummary()} data={sampleData()} parts={[]} />;
export const NoneMatch = () => (
  <Screen summary={emptySummary()} data={sampleData()} parts={[]} start={{ suite: ["api"], tag: ["nightly"] }} />
);
export const OneRun = () => (
  <Screen
    summary={emptySummary({
      total_runs: 1,
      passed_runs: 1,
      total_tests: 3,
      passed_tests: 3,
      pass_rate: 100,
      counted_runs: 1,
    })}
    data={sampleData(1, {
      runTrends: [samplePeriod(0, { total_runs: 1, passed_runs: 1, failed_runs: 0, flaky_runs: 0, pass_rate: 100 })],
      previous: [samplePeriod(5, { growth: { known: 0, added: 0, removed: 0 } })],
    })}
    start={{ range: "custom", startDate: "2030-01-01", endDate: "2030-01-01", zoomed: "90d" }}
  />
);
/** A year by day with large numbers and deleted reports. */
export const Huge = () => (
  <Screen
    summary={sampleSummary({
      total_runs: 12_345_678,
      deleted_runs: 11_999_999,
      failed_runs: 1_234_567,
      quarantined_failures: 98_765,
      left_out_failures: 1,
    })}
    data={sampleData(365, {
      runTrends: Array.from({ length: 365 }, (_, index) =>
        samplePeriod(index, index < 300 ? { deleted_runs: samplePeriod(index).total_runs } : {}),
      ),
    })}
    parts={Array.from({ length: 130 }, (_, index) => ({
      ...(sampleParts()[0] as TrendPart),
      name: `${"suite-".repeat(12)}${index}`,
    }))}
    events={Array.from({ length: 40 }, (_, index) => ({
      ...(sampleEvents()[index % 3] as TrendEvent),
      id: index + 1,
      title: `${"long ".repeat(39)}${index}`,
    }))}
    start={{ range: "1y", suite: ["x".repeat(300), "api"] }}
  />
);
/** Ten years that were requested by day. */
export const Coarser = () => (
  <Screen
    summary={sampleSummary()}
    data={sampleData(12, {
      groupBy: "month",
      runTrends: Array.from({ length: 12 }, (_, index) =>
        samplePeriod(index, {
          date: `2030-${String(index + 1).padStart(2, "0")}-01`,
          growth: null,
          partial: index === 11,
        }),
      ),
    })}
    start={{
      range: "custom",
      startDate: "2020-01-01",
      endDate: "2030-12-20",
      tag: ["nightly"],
      durations: "percentiles",
    }}
  />
);

/** Shows the submitted form. */
export function AddEvent({ refused = false }: { readonly refused?: boolean }) {
  const [sent, setSent] = useState<unknown>(null);
  return (
    <>
      <EventForm
        environments={["staging", "production"]}
        error={refused ? new Error("The server is away.") : null}
        saving={false}
        onSave={setSent}
      />
      <output aria-label="Sent" hidden>
        {JSON.stringify(sent)}
      </output>
    </>
  );
}
