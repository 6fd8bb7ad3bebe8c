import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { projectsQuery } from "#features/projects/projects.queries.ts";
import { selectProject, useSelectedProject } from "#features/projects/selected-project.ts";
import { WebhooksPanel } from "#features/webhooks/webhooks-panel.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";

/** Webhooks of the selected project. An address with a project selects it. */
export function WebhooksTab() {
  const { webhook, project: named } = useSearch({ from: "/guarded/settings" });
  const navigate = useNavigate({ from: "/settings" });
  const { data: projects } = useQuery(projectsQuery);
  const project = useSelectedProject();
  const known = projects?.some(({ id }) => id === named) === true;
  useEffect(() => {
    if (named === undefined || projects === undefined) return;
    if (known) selectProject(named);
    void navigate({ search: ({ project: _named, ...search }) => search, replace: true });
  }, [named, projects, known, navigate]);
  if (project === undefined || (known && project?.id !== named)) return <Skeleton height={180} radius={10} />;
  if (project === null)
    return (
      <EmptyState title="No webhooks configured yet...">
        <p style={{ margin: 0 }}>Webhooks belong to a project. Create one first.</p>
      </EmptyState>
    );
  return (
    <WebhooksPanel
      key={project.id}
      project={project}
      logOf={webhook}
      onLog={(opened) =>
        void navigate({
          search: { tab: "webhooks", ...(opened !== undefined && { webhook: opened }) },
          resetScroll: false,
        })
      }
    />
  );
}
