import { Link, useRouter, useSearch } from "@tanstack/react-router";
import { NotificationsPanel } from "#features/notifications/notifications-panel.tsx";
import { usePageTitle } from "#lib/page/page-title.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageFrame } from "#ui/page-frame.tsx";

/** What the team found out about failures. `?annotation=` opens one item. */
export function AnalysisActivityPage() {
  usePageTitle("Analysis Activity");
  const router = useRouter();
  const { annotation } = useSearch({ from: "/guarded/analysis" });
  return (
    <PageFrame title="Analysis Activity">
      <EmptyState
        title={
          annotation === undefined ? "This project has no analysis items" : `There is no analysis item ${annotation}`
        }
      >
        <p style={{ margin: 0 }}>
          {annotation !== undefined && "The link may be old, or the item is in another project. "}
          Failed tests are in the <Link to="/reports">test reports</Link>.
        </p>
      </EmptyState>
      <div style={{ marginTop: 16 }}>
        <NotificationsPanel onGo={(path) => router.history.push(path)} />
      </div>
    </PageFrame>
  );
}
