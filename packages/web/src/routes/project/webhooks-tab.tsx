import { Skeleton } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { WebhooksPanel } from "#features/webhooks/webhooks-panel.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { useProjectInUrl } from "./use-project-in-url.ts";

/** Webhooks of the selected project. */
export function WebhooksTab() {
  const { webhook } = useSearch({ from: "/guarded/settings" });
  const navigate = useNavigate({ from: "/settings" });
  const project = useProjectInUrl();
  if (project === undefined) return <Skeleton height={180} radius={10} />;
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
