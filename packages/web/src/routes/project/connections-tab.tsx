import { Skeleton } from "@mantine/core";
import { ConnectionsPanel } from "#features/connectors/connections/connections-panel.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { useProjectInUrl } from "./use-project-in-url.ts";

/** Connections of the selected project. */
export function ConnectionsTab() {
  const project = useProjectInUrl();
  if (project === undefined) return <Skeleton height={180} radius={10} />;
  if (project === null)
    return (
      <EmptyState title="No connections yet">
        <p style={{ margin: 0 }}>Connections belong to a project. Create one first.</p>
      </EmptyState>
    );
  return <ConnectionsPanel key={project.id} project={project} />;
}
