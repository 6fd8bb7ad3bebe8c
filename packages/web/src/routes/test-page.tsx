import { useParams } from "@tanstack/react-router";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { TestOwnerPanel } from "#features/owners/test-owner-panel.tsx";
import { QuarantineButton } from "#features/quarantine/quarantine-button.tsx";
import { TestQuarantine } from "#features/quarantine/test-quarantine.tsx";
import { TestPanel, type TestSlot } from "#features/test-page/test-panel.tsx";
import { useLiveTests } from "#features/tests/tests.queries.ts";
import { PageFrame } from "#ui/page-frame.tsx";
import { ItemsOfTest } from "./subject-items.tsx";
import { useMayHere } from "./use-may-here.ts";

/** One test of the selected project over time. */
export function TestPage() {
  const project = useSelectedProject();
  const mayTriage = useMayHere("project:triage");
  const testId = Number(useParams({ from: "/guarded/tests/$testId" }).testId);
  if (project == null) return null;
  return (
    <PageFrame>
      <TestPanel
        key={`${project.id} ${testId}`}
        projectId={project.id}
        testId={testId}
        mayTriage={mayTriage}
        Actions={TestActions}
        Notice={TestNotice}
        Aside={TestAside}
      />
    </PageFrame>
  );
}

function TestActions({ projectId, test: { id, owner, quarantine }, mayTriage }: TestSlot) {
  if (!mayTriage) return null;
  return <QuarantineButton projectId={projectId} testId={id} owner={owner} quarantine={quarantine} />;
}

function TestNotice({ projectId, test, mayTriage }: TestSlot) {
  useLiveTests(projectId);
  const { id, quarantine } = test;
  return (
    <>
      <div style={{ marginBottom: 14 }}>
        <ItemsOfTest projectId={projectId} test={test} />
      </div>
      <TestQuarantine projectId={projectId} testId={id} quarantine={quarantine} mayTriage={mayTriage} />
    </>
  );
}

function TestAside({ projectId, test: { id, owner }, mayTriage }: TestSlot) {
  return <TestOwnerPanel projectId={projectId} testId={id} owner={owner} mayTriage={mayTriage} />;
}
