import type { Report } from "@plumb/contract/runs/reports.ts";
import type { ResultDetail } from "@plumb/contract/runs/results.ts";
import type { TestDetails } from "@plumb/contract/tests/test-page.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { failureStoryQuery } from "#lib/api/failure-story.ts";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { cut } from "#lib/format/format.ts";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { useMayHere } from "#routes/access/use-may-here.ts";
import { AssignFailureButton } from "./assign-failure-button.tsx";

const SubjectItems = lazy(async () => ({
  default: (await import("#features/items/subject-items.tsx")).SubjectItems,
}));

const ItemsAbout = lazy(async () => ({ default: (await import("#features/items/subject-items.tsx")).ItemsAbout }));

const CauseItemMark = lazy(async () => ({
  default: (await import("#features/items/cause-item-mark.tsx")).CauseItemMark,
}));

const CauseTicketMark = lazy(async () => ({
  default: (await import("#features/failures/tickets/ticket-mark.tsx")).CauseTicketMark,
}));

interface ItemsOfGroupProps {
  readonly groupId: number;
  readonly error: string;
}

/** Analysis items about a cause of the selected project. */
export const itemsOfGroup = (groupId: number, error: string) => <ItemsOfGroup groupId={groupId} error={error} />;

function ItemsOfGroup({ groupId, error }: ItemsOfGroupProps) {
  const project = useSelectedProject();
  const { data: account } = useQuery(ownAccountQuery);
  const mayTriage = useMayHere("project:triage");
  if (project === undefined || project === null) return null;
  return (
    <Suspense>
      <SubjectItems
        projectId={project.id}
        subject={{ groupId }}
        title={firstLine(error)}
        userId={account?.id}
        mayTriage={mayTriage}
        size="xs"
      />
    </Suspense>
  );
}

interface ItemOfCauseProps {
  readonly report: Pick<Report, "id" | "projectId">;
  readonly groupId: number;
}

/** Status of the analysis item about a cause of a report. */
export function ItemOfCause({ report: { id, projectId }, groupId }: ItemOfCauseProps) {
  return (
    <Suspense>
      <CauseItemMark projectId={projectId} reportId={id} groupId={groupId} />
      <CauseTicketMark projectId={projectId} reportId={id} groupId={groupId} />
    </Suspense>
  );
}

interface ItemsOfResultProps {
  readonly report: Report;
  readonly result: ResultDetail;
}

/** Analysis items about a test in a report and about its cause. */
export function ItemsOfResult({ report, result }: ItemsOfResultProps) {
  return (
    <Suspense>
      <ItemsAbout projectId={report.projectId} subject={{ testCaseId: result.id }} withCauses />
    </Suspense>
  );
}

interface AssignResultProps extends ItemsOfResultProps {
  readonly error: string;
}

/** Button that assigns a failed test of a report. */
export function AssignResult({ report, result, error }: AssignResultProps) {
  const mayTriage = useMayHere("project:triage");
  const queryClient = useQueryClient();
  const failed = result.status === "failed" || result.status === "error" || result.flaky;
  if (!mayTriage || !failed) return null;
  const name = result.titlePath.at(-1) ?? null;
  const path = `/reports/${report.id}?result=${result.id}`;
  const failure = { testCaseId: result.id, groupId: null, name, error, path };
  return (
    <AssignFailureButton
      projectId={report.projectId}
      failure={failure}
      size="compact-sm"
      onClosed={() => void queryClient.invalidateQueries({ queryKey: failureStoryQuery(result.id).queryKey })}
    />
  );
}

/** Analysis items about a test across all reports, and about its causes. */
export function ItemsOfTest({ projectId, test }: { readonly projectId: number; readonly test: TestDetails }) {
  const { data: account } = useQuery(ownAccountQuery);
  const mayTriage = useMayHere("project:triage");
  const state = test.state === "flaky" ? "is flaky" : "fails";
  return (
    <Suspense>
      <SubjectItems
        projectId={projectId}
        subject={{ testId: test.id }}
        withCauses
        title={`${cut(test.titlePath.at(-1) ?? "The test", 100)} ${state}`}
        userId={account?.id}
        mayTriage={mayTriage}
      />
    </Suspense>
  );
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
