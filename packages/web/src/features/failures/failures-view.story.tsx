import type { DefectSummary, FailureOptions } from "@plumb/contract/failures/failures.ts";
import { useState } from "react";
import type { FailureSearch } from "#lib/address/failure-search.ts";
import { failureSearch } from "#lib/address/failure-search.ts";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import { FailuresView } from "./failures-view.tsx";
import { GroupsTable } from "#features/failures/groups/groups-table.tsx";
import { sampleFailureOptions, sampleGroups, sampleSummary } from "./sample-failures.ts";

interface ScreenProps {
  readonly summary?: DefectSummary;
  readonly start?: FailureSearch;
  readonly error?: Error;
  readonly viewer?: boolean;
  readonly options?: FailureOptions;
  /** Whether a language model is configured and there are duplicates. */
  readonly ready?: boolean;
  /** Model and trackers could not be loaded. */
  readonly down?: boolean;
}

const nothing = () => undefined;

/** Shows the URL. */
function Screen({
  summary,
  start = {},
  error,
  viewer = false,
  ready = false,
  down = false,
  options = sampleFailureOptions(),
}: ScreenProps) {
  const [search, setSearch] = useState(start);
  const actions = {
    ids: [],
    selected: new Set<number>(),
    onSelect: nothing,
    onSelectPage: nothing,
    clear: nothing,
    onClassify: nothing,
    onAct: nothing,
    onUndo: undefined,
    onCopyLink: nothing,
    onReclassify: nothing,
  };
  return (
    <PageFrame>
      <FailuresView
        summary={summary}
        stale={false}
        error={error ?? null}
        onRetry={() => setSearch({ q: "again" })}
        options={options}
        search={search}
        onSearch={(next) => setSearch(failureSearch({ ...next }))}
        runName={(id) => (id === 84 ? "checkout-e2e #128" : undefined)}
        actions={
          viewer
            ? undefined
            : {
                onClassify: () => setSearch({ q: "classified" }),
                classifying: false,
                deep: {
                  model: down ? undefined : ready ? "tiny" : null,
                  isError: down,
                  running: false,
                  onStart: () => setSearch({ q: "deep" }),
                },
                duplicates: { count: ready ? 3 : 0, onOpen: () => setSearch({ q: "duplicates" }) },
                push: {
                  tracker: down ? undefined : ready ? "Jira" : null,
                  isError: down,
                  causes: summary?.groups,
                  onOpen: () => setSearch({ q: "push" }),
                },
              }
        }
      >
        {search.tab === undefined && (
          <GroupsTable
            groups={sampleGroups()}
            stale={false}
            periodText="in 30 days"
            opened={undefined}
            details={() => null}
            onOpen={nothing}
            causeSearch={() => ({})}
            actions={viewer ? undefined : actions}
          />
        )}
      </FailuresView>
      <output aria-label="Address" hidden>
        {JSON.stringify(search)}
      </output>
    </PageFrame>
  );
}

export const Happy = () => <Screen summary={sampleSummary()} />;
export const FewReviews = () => <Screen summary={sampleSummary({ reviewed: 12, kept: 7 })} />;
export const Ready = () => <Screen summary={sampleSummary()} ready />;
export const ReadyWithoutCauses = () => <Screen summary={sampleSummary({ totalFailures: 0, groups: 0 })} ready />;
export const ActionsDown = () => <Screen summary={sampleSummary()} down />;
export const Viewer = () => <Screen summary={sampleSummary()} viewer />;
export const Loading = () => <Screen />;
export const Failing = () => <Screen error={new Error("down")} />;
export const Zero = () => (
  <Screen summary={sampleSummary({ totalFailures: 0, groups: 0, unclassified: 0, classifiedPercent: 0 })} />
);
export const ZeroFiltered = () => (
  <Screen
    summary={sampleSummary({ totalFailures: 0, groups: 0, unclassified: 0, classifiedPercent: 0 })}
    start={{ q: "basket", runs: [84, 85], window: "90d" }}
  />
);
export const Filtered = () => (
  <Screen
    summary={sampleSummary()}
    start={{ branch: ["main"], tag: ["nightly", "left the project"], browser: ["firefox"], mine: true }}
  />
);
export const ZeroMine = () => (
  <Screen
    summary={sampleSummary({ totalFailures: 0, groups: 0, unclassified: 0, classifiedPercent: 0 })}
    start={{ mine: true }}
  />
);
const none: readonly string[] = [];
export const WithoutLabels = () => (
  <Screen
    summary={sampleSummary()}
    options={{ ...sampleFailureOptions(), browser: [...none], tag: [...none], fact: [...none], owner: [...none] }}
  />
);
export const UnclassifiedOnly = () => (
  <Screen
    summary={sampleSummary({
      totalFailures: 11,
      classifiedPercent: 0,
      unclassified: 11,
      automationErrors: 0,
      dataIssues: 0,
      environmentIssues: 0,
      applicationDefects: 0,
      unknownFailures: 0,
      previousFailures: 11,
      reviewed: 0,
      kept: 0,
    })}
  />
);
export const Pending = () => <Screen summary={sampleSummary({ pendingRuns: 3, previousFailures: null })} />;
export const Custom = () => (
  <Screen
    summary={sampleSummary({ previousFailures: 200 })}
    start={{ window: "custom", startDate: "2030-01-01", endDate: "2030-01-31" }}
  />
);
export const Huge = () => (
  <Screen
    summary={sampleSummary({
      totalFailures: 12_345_678,
      unclassified: 1_234_567,
      duplicateGroups: 98_765,
      groups: 123_456,
      newGroups: 12_345,
      previousFailures: 1_000_000,
      automationErrors: 9_999_999,
      reviewed: 1_234_567,
      kept: 1_234_566,
    })}
    start={{ q: "x".repeat(200), class: "Automation Script Error" }}
  />
);
