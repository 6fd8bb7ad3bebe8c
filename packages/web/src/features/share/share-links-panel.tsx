import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import panel from "#ui/layout/panel.module.css";
import { shareLinksQuery, useRevokeShareLink } from "./share.queries.ts";
import { ShareLinksTable } from "./share-links-table.tsx";

/** Share links of a project, with an action to revoke them. */
export function ShareLinksPanel({ projectId }: { readonly projectId: number }) {
  const links = useQuery(shareLinksQuery(projectId));
  const revoke = useRevokeShareLink(projectId);
  if (links.isError && links.data === undefined)
    return (
      <ErrorPanel error={links.error} fallback="Failed to load share links" onRetry={() => void links.refetch()} />
    );
  return (
    <section className={panel["panel"]} aria-label="Share links">
      {revoke.isError && <ErrorPanel error={revoke.error} fallback="Failed to revoke the link" />}
      {links.data === undefined ? (
        <Skeleton height={120} m={16} width="auto" />
      ) : (
        <ShareLinksTable links={links.data} onRevoke={(id) => revoke.mutate(id)} />
      )}
    </section>
  );
}
