import { useNavigate, useSearch } from "@tanstack/react-router";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { TestGridPanel } from "#features/tests/grid/test-grid-panel.tsx";
import { testGridSearch, type TestGridSearch } from "#lib/address/test-grid-search.ts";
import { counted } from "#lib/format/format.ts";
import { maxAssigned, type TriagedFailure } from "#lib/keys/triaged-failure.ts";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import { useMayHere } from "#routes/access/use-may-here.ts";
import { assignFailures } from "#routes/report/assign-failures.tsx";
import { TestLinks } from "./test-links.tsx";

/** Tests and runs of the selected project as a grid. */
export function TestGridPage() {
  const project = useSelectedProject();
  const mayTriage = useMayHere("project:triage");
  const search = useSearch({ from: "/guarded/tests/grid" });
  const navigate = useNavigate({ from: "/tests/grid" });
  if (project == null) return null;
  const onSearch = (next: TestGridSearch) => {
    // Typing creates a single history entry instead of one per pause.
    void navigate({ search: testGridSearch({ ...next }), replace: next.q !== search.q, resetScroll: false });
  };
  return (
    <PageFrame>
      <TestGridPanel
        key={project.id}
        projectId={project.id}
        search={search}
        onSearch={onSearch}
        onOpenResult={(reportId, result) =>
          void navigate({ to: "/reports/$reportId", params: { reportId: String(reportId) }, search: { result } })
        }
        actionsOf={mayTriage ? createItems : null}
        links={<TestLinks search={search} />}
      />
    </PageFrame>
  );
}

const createItems = (projectId: number, causes: readonly TriagedFailure[]) => (
  <CreateItems projectId={projectId} causes={causes} />
);

interface CreateItemsProps {
  readonly projectId: number;
  readonly causes: readonly TriagedFailure[];
}

/** Opens the dialog that creates an analysis item for each cause. */
function CreateItems({ projectId, causes }: CreateItemsProps) {
  const [opened, setOpened] = useState(false);
  const listed = causes.slice(0, maxAssigned);
  const most = listed.length < causes.length ? `the ${counted(listed.length, "most frequent cause")}` : "";
  return (
    <>
      <Button size="xs" aria-haspopup="dialog" onClick={() => setOpened(true)}>
        {most === "" ? `Create ${counted(listed.length, "item")}` : `Create items for ${most}`}
      </Button>
      {opened && assignFailures(projectId, listed, () => setOpened(false))}
    </>
  );
}
