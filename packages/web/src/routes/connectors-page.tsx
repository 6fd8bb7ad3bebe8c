import { usePageTitle } from "#lib/page-title.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageFrame } from "#ui/page-frame.tsx";

/** What this server is connected with. */
export function ConnectorsPage() {
  usePageTitle("Connectors");
  return (
    <PageFrame title="Connectors">
      <EmptyState title="No connector is set up" />
    </PageFrame>
  );
}
