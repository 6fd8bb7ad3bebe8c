import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { projectsQuery } from "#features/projects/projects.queries.ts";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { PageFrame } from "#ui/layout/page-frame.tsx";

interface SelectedProjectPageProps {
  /** Title while no project is selected. */
  readonly title: string;
  /** Action that needs a project, such as "view trends". */
  readonly purpose: string;
  readonly children: (projectId: number) => ReactNode;
}

/** Page of the selected project. Explains why there is none. */
export function SelectedProjectPage({ title, purpose, children }: SelectedProjectPageProps) {
  const project = useSelectedProject();
  const { isError, error, refetch } = useQuery(projectsQuery);
  if (project !== undefined && project !== null) return <PageFrame>{children(project.id)}</PageFrame>;
  if (project === undefined && !isError) return null;
  return (
    <PageFrame title={title}>
      {project === null ? (
        <EmptyState title="No Project Selected">
          <p style={{ margin: 0 }}>{`Please select a project to ${purpose}`}</p>
          <Link to="/projects">Show all projects</Link>
        </EmptyState>
      ) : (
        <ErrorPanel error={error} fallback="Failed to fetch projects" onRetry={() => void refetch()} />
      )}
    </PageFrame>
  );
}
