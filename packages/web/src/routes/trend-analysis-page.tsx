import { Link } from "@tanstack/react-router";
import { usePageTitle } from "#lib/page/page-title.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageFrame } from "#ui/page-frame.tsx";

/** How the project's results move. */
export function TrendAnalysisPage() {
  usePageTitle("Trend Analysis");
  return (
    <PageFrame title="Trend Analysis">
      <EmptyState title="No trend data available">
        <p style={{ margin: 0 }}>
          The <Link to="/reports">test reports</Link> show the pass rate of every run, newest first.
        </p>
      </EmptyState>
    </PageFrame>
  );
}
