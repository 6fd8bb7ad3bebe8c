import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { ListCsvButton } from "#features/exports/csv-button.tsx";
import { testFilter } from "#features/tests/tests.queries.ts";
import { TestsPanel } from "#features/tests/tests-panel.tsx";
import { gridOfList } from "#lib/address/test-grid-search.ts";
import { testsSearch, type TestsSearch } from "#lib/address/tests-search.ts";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import { useMayHere } from "#routes/access/use-may-here.ts";
import { TestLinks } from "./test-links.tsx";

const RuleDialog = lazy(async () => ({
  default: (await import("#features/flakiness-rule/rule-dialog.tsx")).RuleDialog,
}));

const OwnersDialog = lazy(async () => ({
  default: (await import("#features/owners/owners-dialog.tsx")).OwnersDialog,
}));

/** Flaky, broken, slow and quarantined tests of the selected project. */
export function TestsPage() {
  const project = useSelectedProject();
  const mayManage = useMayHere("project:manage");
  const search = useSearch({ from: "/guarded/tests" });
  const navigate = useNavigate({ from: "/tests" });
  if (project == null) return null;
  const onSearch = (next: TestsSearch) => {
    // Typing creates a single history entry instead of one per pause.
    void navigate({ search: testsSearch({ ...next }), replace: next.q !== search.q, resetScroll: false });
  };
  const dialog = { projectId: project.id, mayManage, onClose: () => onSearch({ ...search, show: undefined }) };
  return (
    <PageFrame>
      <TestsPanel
        key={project.id}
        projectId={project.id}
        search={search}
        onSearch={onSearch}
        csv={<ListCsvButton projectId={project.id} list="tests" query={testFilter(search)} />}
        links={<TestLinks search={gridOfList(search)} />}
      />
      {search.show !== undefined && (
        <Suspense>{search.show === "rule" ? <RuleDialog {...dialog} /> : <OwnersDialog {...dialog} />}</Suspense>
      )}
    </PageFrame>
  );
}
