import { Skeleton } from "@mantine/core";
import { dayMs } from "@plumb/contract/durations.ts";
import { failureStoryQuery } from "#lib/api/failure-story.ts";
import { calendarDay } from "#lib/format/format.ts";
import { isNotFound } from "#lib/api/error-text.ts";
import type { TestDetails, TestExecution } from "@plumb/contract/tests/test-page.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ComponentType, useState } from "react";
import { usePageTitle } from "#lib/page/page-title.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { useNow } from "#ui/text/now.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { mergedExecutions } from "./test-lanes.ts";
import { scopeOfVerdict } from "./scope-of-verdict.ts";
import { SuspectsSection } from "./suspects-section.tsx";
import {
  daysQuery,
  eventsQuery,
  executionsQuery,
  otherExecutionsQuery,
  testQuery,
  type TestScope,
  useMerge,
} from "./test-page.queries.ts";
import { TestView } from "./test-view.tsx";
import type { OlderExecutions } from "./time-machine.tsx";

export interface TestSlot {
  readonly projectId: number;
  readonly test: TestDetails;
  readonly mayTriage: boolean;
}

interface TestPanelProps {
  readonly projectId: number;
  readonly testId: number;
  readonly mayTriage: boolean;
  /** Parts from other features, rendered when the test is loaded: next to its title, above its history and next to it. */
  readonly Actions: ComponentType<TestSlot>;
  readonly Notice: ComponentType<TestSlot>;
  readonly Aside: ComponentType<TestSlot>;
  /** Error, picture and commit of an execution. */
  readonly Details: ComponentType<{ readonly execution: TestExecution }>;
}

export function TestPanel({ projectId, testId, mayTriage, Actions, Notice, Aside, Details }: TestPanelProps) {
  const [chosen, setChosen] = useState<TestScope | null>(null);
  const test = useQuery(testQuery(projectId, testId));
  const scope = chosen ?? scopeOfVerdict(test.data);
  const isKnown = test.data !== undefined;
  const executions = useInfiniteQuery({ ...executionsQuery(projectId, testId, scope), enabled: isKnown });
  const ran = executions.data?.pages.flatMap(({ data }) => data);
  // The runs that determined the state are complete. The latest of all others are shown beside them.
  const others = useQuery({
    ...otherExecutionsQuery(projectId, testId),
    enabled: isKnown && chosen === null && isNarrowed(scope),
  });
  const all =
    ran === undefined || others.isLoading
      ? undefined
      : mergedExecutions(ran, chosen === null ? (others.data ?? []) : []);
  const { data: events = [] } = useQuery({
    ...eventsQuery(projectId, testId, firstDayOf(ran ?? [])),
    enabled: ran !== undefined && ran.length > 0,
  });
  const latest = ran?.find(({ status }) => status !== "skipped");
  const isFailing = latest?.status === "failed" || latest?.status === "error";
  const story = useQuery({ ...failureStoryQuery(latest?.resultId ?? 0), enabled: isFailing });
  const days = useQuery({ ...daysQuery(projectId, testId, scope), enabled: isKnown });
  const today = new Date(Math.max(useNow(), 0)).toISOString().slice(0, 10);
  const { mutate: merge } = useMerge(projectId);
  usePageTitle(test.data?.titlePath.at(-1) ?? "Test");
  if (test.data === undefined) {
    if (test.error === null) return <Skeleton height={480} radius="lg" animate={false} />;
    return isNotFound(test.error) ? (
      <EmptyState title="Test not found" heading="h1">
        <p style={{ margin: 0 }}>The test belongs to another project, or has not run in a finished report yet.</p>
        <Link to="/tests">Show all tests</Link>
      </EmptyState>
    ) : (
      <ErrorPanel error={test.error} fallback="Failed to load the test" onRetry={() => void test.refetch()} />
    );
  }
  const slot = { projectId, test: test.data, mayTriage };
  return (
    <TestView
      test={test.data}
      projectId={projectId}
      story={(isFailing && !story.isError) || (ran === undefined && test.data.state === "broken") ? story.data : null}
      executions={all}
      events={events}
      older={olderExecutions(executions)}
      Details={Details}
      days={days.data}
      today={today}
      scope={chosen}
      onScope={setChosen}
      nameActions={mayTriage ? { onMerge: (id, sameAs) => merge({ testId: id, sameAs }) } : undefined}
      actions={<Actions {...slot} />}
      notice={<Notice {...slot} />}
      aside={<Aside {...slot} />}
      Commits={SuspectsSection}
    />
  );
}

function isNarrowed({ environment, branch }: TestScope): boolean {
  return environment !== undefined || branch !== undefined;
}

/** Returns the day of the earliest execution, but at most a year ago. */
function firstDayOf(executions: readonly TestExecution[]): string {
  const yearAgo = new Date(Date.now() - 365 * dayMs).toISOString();
  const first = executions.reduce((earliest, { run }) => (run.startTime < earliest ? run.startTime : earliest), "~");
  return calendarDay(first === "~" || first < yearAgo ? yearAgo : first);
}

interface Pages {
  readonly data: { readonly pages: readonly { readonly more: boolean }[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

function olderExecutions(pages: Pages): OlderExecutions {
  const onLoad = () => void pages.fetchNextPage();
  if (pages.isFetchingNextPage) return { state: "loading", onLoad };
  if (pages.isFetchNextPageError) return { state: "failed", onLoad };
  if (pages.hasNextPage) return { state: "available", onLoad };
  return { state: pages.data?.pages.at(-1)?.more === true ? "limit" : "end", onLoad };
}
