import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useCallback } from "react";
import { FailuresPanel } from "#features/failures/failures-panel.tsx";
import { projectsQuery } from "#features/projects/projects.queries.ts";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { failureSearch, type FailureSearch } from "#lib/address/failure-search.ts";
import { usePageTitle } from "#lib/page/page-title.ts";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { mayIn } from "#lib/session/permissions.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { PageFrame } from "#ui/page-frame.tsx";

const QualityDialog = lazy(async () => ({
  default: (await import("#features/verdict-quality/quality-dialog.tsx")).QualityDialog,
}));

const RulesDialog = lazy(async () => ({
  default: (await import("#features/failure-rules/rules-dialog.tsx")).RulesDialog,
}));

/** What fails in the selected project, of which classes, and from which causes. */
export function FailureAnalysisPage() {
  usePageTitle("Failure Analysis");
  const project = useSelectedProject();
  const projects = useQuery(projectsQuery);
  const { data: account } = useQuery(ownAccountQuery);
  const search = useSearch({ from: "/guarded/defects" });
  const navigate = useNavigate({ from: "/defects" });
  const onSearch = useCallback(
    (next: FailureSearch) => {
      // What was typed is one step of the history, not one per pause.
      const typed = next.q !== search.q;
      // Defaults and what is unset stay out of the address.
      void navigate({ search: failureSearch({ ...next }), replace: typed, resetScroll: false });
    },
    [navigate, search],
  );
  if (project === undefined) {
    return projects.isError ? (
      <PageFrame title="Failure Analysis">
        <ErrorPanel
          error={projects.error}
          fallback="Failed to fetch projects"
          onRetry={() => void projects.refetch()}
        />
      </PageFrame>
    ) : null;
  }
  if (project === null) {
    return (
      <PageFrame title="Failure Analysis">
        <EmptyState title="No Project Selected">
          <p style={{ margin: 0 }}>Please select a project to view failure analysis</p>
          <Link to="/projects">Show all projects</Link>
        </EmptyState>
      </PageFrame>
    );
  }
  const closeDialog = () => onSearch({ ...search, show: undefined });
  const mayManage = mayIn(project, account, "project:manage");
  return (
    <PageFrame>
      <FailuresPanel
        key={project.id}
        projectId={project.id}
        mayTriage={mayIn(project, account, "project:triage")}
        mayManage={mayManage}
        search={search}
        onSearch={onSearch}
        quality={
          <Suspense>
            <QualityDialog projectId={project.id} search={search} onClose={closeDialog} />
          </Suspense>
        }
        rules={
          <Suspense>
            <RulesDialog
              projectId={project.id}
              mayManage={mayManage}
              fromCause={search.show === "new-rule" ? search.group : undefined}
              onClose={closeDialog}
            />
          </Suspense>
        }
      />
    </PageFrame>
  );
}
