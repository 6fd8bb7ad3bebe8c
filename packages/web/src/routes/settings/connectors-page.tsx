import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { ConnectorsPanel } from "#features/connectors/connectors-panel.tsx";
import { FailedDeliveries } from "#features/webhooks/failed-deliveries.tsx";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { mayIn } from "#lib/session/permissions.ts";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import type { ConnectorsSearch } from "./connectors-search.ts";

/** Connectors of this server. All users can view them, administrators can edit them. */
export function ConnectorsPage() {
  const { configure, ...filter } = useSearch({ from: "/guarded/connectors" });
  const navigate = useNavigate({ from: "/connectors" });
  const { data: account } = useQuery(ownAccountQuery);
  const project = useSelectedProject();
  const change = (next: Partial<ConnectorsSearch>, replace: boolean) =>
    void navigate({ search: (search) => ({ ...search, ...next }), replace, resetScroll: false });
  return (
    <PageFrame title="Connectors" subtitle="Connect issue trackers and notification channels">
      <ConnectorsPanel
        admin={account?.role === "ADMIN"}
        filter={filter}
        onFilter={({ category, status }) => change({ category, status }, true)}
        configuring={configure}
        onConnect={
          mayIn(project, account, "project:manage")
            ? () => void navigate({ to: "/settings", search: { tab: "notifications", connect: true } })
            : null
        }
        onConfigure={(id) => change({ configure: id }, id === undefined)}
      />
      {account?.role === "ADMIN" && <FailedDeliveries projectId={null} />}
    </PageFrame>
  );
}
