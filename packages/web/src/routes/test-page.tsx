import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useFollowedLink } from "#features/projects/follow-link.ts";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { TestOwnerPanel } from "#features/owners/test-owner-panel.tsx";
import { QuarantineButton } from "#features/quarantine/quarantine-button.tsx";
import { TestQuarantine } from "#features/quarantine/test-quarantine.tsx";
import { TestPanel, type TestSlot } from "#features/test-page/test-panel.tsx";
import { testQuery } from "#features/test-page/test-page.queries.ts";
import { useLiveTests } from "#features/tests/tests.queries.ts";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import { ExecutionDetails } from "#routes/report/execution-details.tsx";
import { ItemsOfTest } from "#routes/report/subject-items.tsx";
import { useMayHere } from "#routes/access/use-may-here.ts";
import styles from "./test-page.module.css";

/** History of a test across runs. */
export function TestPage() {
  const project = useSelectedProject();
  const testId = Number(useParams({ from: "/guarded/tests/$testId" }).testId);
  if (project == null) return null;
  return (
    <PageFrame>
      <LinkedTest key={`${project.id} ${testId}`} projectId={project.id} testId={testId} />
    </PageFrame>
  );
}

function LinkedTest({ projectId, testId }: { readonly projectId: number; readonly testId: number }) {
  const mayTriage = useMayHere("project:triage");
  const { error } = useQuery(testQuery(projectId, testId));
  const looking = useFollowedLink({ kind: "test", id: testId, projectId, error });
  if (looking) return <Skeleton height={480} radius="lg" animate={false} />;
  return (
    <TestPanel
      projectId={projectId}
      testId={testId}
      mayTriage={mayTriage}
      Actions={TestActions}
      Notice={TestNotice}
      Aside={TestAside}
      Details={ExecutionDetails}
    />
  );
}

function TestActions({ projectId, test: { id, owner, quarantine }, mayTriage }: TestSlot) {
  if (!mayTriage) return null;
  return <QuarantineButton projectId={projectId} testId={id} owner={owner} quarantine={quarantine} />;
}

function TestNotice({ projectId, test, mayTriage }: TestSlot) {
  useLiveTests(projectId);
  const { id, quarantine, state } = test;
  return (
    <>
      <div className={styles["items"]} data-buttons={mayTriage} data-healthy={state === "healthy"}>
        <ItemsOfTest projectId={projectId} test={test} />
      </div>
      <TestQuarantine projectId={projectId} testId={id} quarantine={quarantine} mayTriage={mayTriage} />
    </>
  );
}

function TestAside({ projectId, test: { id, owner }, mayTriage }: TestSlot) {
  return <TestOwnerPanel projectId={projectId} testId={id} owner={owner} mayTriage={mayTriage} />;
}
