import { Skeleton } from "@mantine/core";
import { isNotFound } from "#lib/api/error-text.ts";
import type { TestDetails } from "@plumb/contract/tests/test-page.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ComponentType, useState } from "react";
import { usePageTitle } from "#lib/page/page-title.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { useNow } from "#ui/text/now.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { scopeOfVerdict } from "./scope-of-verdict.ts";
import { SuspectsSection } from "./suspects-section.tsx";
import { daysQuery, executionsQuery, testQuery, type TestScope, useMerge } from "./test-page.queries.ts";
import { TestView } from "./test-view.tsx";

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
}

export function TestPanel({ projectId, testId, mayTriage, Actions, Notice, Aside }: TestPanelProps) {
  const [chosen, setLocation] = useState<TestScope | null>(null);
  const test = useQuery(testQuery(projectId, testId));
  const scope = chosen ?? scopeOfVerdict(test.data);
  const isKnown = test.data !== undefined;
  const executions = useQuery({ ...executionsQuery(projectId, testId, scope), enabled: isKnown });
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
      executions={executions.data?.data}
      days={days.data}
      today={today}
      place={scope}
      onPlace={setLocation}
      nameActions={mayTriage ? { onMerge: (id, sameAs) => merge({ testId: id, sameAs }) } : undefined}
      actions={<Actions {...slot} />}
      notice={<Notice {...slot} />}
      aside={<Aside {...slot} />}
      suspects={<SuspectsSection executions={executions.data?.data ?? []} />}
    />
  );
}
