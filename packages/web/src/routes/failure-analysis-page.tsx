import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useCallback } from "react";
import { FailuresPanel } from "#features/failures/failures-panel.tsx";
import { failureGroupQuery } from "#features/failures/failures.queries.ts";
import { ProjectIncidents } from "#features/incidents/project-incidents.tsx";
import { useFollowedLink } from "#features/projects/follow-link.ts";
import { projectsQuery } from "#features/projects/projects.queries.ts";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { failureSearch, type FailureSearch } from "#lib/address/failure-search.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import { itemsOfGroup } from "#routes/report/subject-items.tsx";
import { useMayHere } from "#routes/access/use-may-here.ts";

const QualityDialog = lazy(async () => ({
  default: (await import("#features/verdict-quality/quality-dialog.tsx")).QualityDialog,
}));

const RulesDialog = lazy(async () => ({
  default: (await import("#features/failure-rules/rules-dialog.tsx")).RulesDialog,
}));

/** Failures of the selected project by class and cause. */
export function FailureAnalysisPage() {
  const project = useSelectedProject();
  const projects = useQuery(projectsQuery);
  const mayTriage = useMayHere("project:triage");
  const mayManage = useMayHere("project:manage");
  const search = useSearch({ from: "/guarded/defects" });
  const navigate = useNavigate({ from: "/defects" });
  const onSearch = useCallback(
    (next: FailureSearch) => {
      // Typing creates a single history entry instead of one per pause.
      const typed = next.q !== search.q;
      // Omits defaults and unset values from the address.
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
  const linked = search.group ?? search.cause;
  const closeDialog = () => onSearch({ ...search, show: undefined, figure: undefined });
  return (
    <PageFrame>
      {linked !== undefined && <LinkedCause projectId={project.id} groupId={linked} search={search} />}
      <FailuresPanel
        key={project.id}
        projectId={project.id}
        mayTriage={mayTriage}
        mayManage={mayManage}
        search={search}
        onSearch={onSearch}
        itemsOf={itemsOfGroup}
        incidents={<ProjectIncidents projectId={project.id} mayTriage={mayTriage} search={search} />}
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

interface LinkedCauseProps {
  readonly projectId: number;
  readonly groupId: number;
  readonly search: FailureSearch;
}

function LinkedCause({ projectId, groupId, search }: LinkedCauseProps) {
  const { error } = useQuery(failureGroupQuery(projectId, groupId, search));
  useFollowedLink({ kind: "cause", id: groupId, projectId, error });
  return null;
}
