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
    <PageFrame title="Analysis Activity" subtitle="What you were notified about">
      {annotation !== undefined && (
        <div style={{ marginBottom: 16 }}>
          <EmptyState title={`Analysis item ${annotation} cannot be shown`}>
            <p style={{ margin: 0 }}>
              This server keeps no analysis items. Failed tests are in the <Link to="/reports">test reports</Link>.
            </p>
          </EmptyState>
        </div>
      )}
      <NotificationsPanel onGo={(path) => router.history.push(path)} />
    </PageFrame>
  );
}
