import { Link } from "@tanstack/react-router";
import { usePageTitle } from "#lib/page/page-title.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageFrame } from "#ui/page-frame.tsx";

/** How the project's results move. */
export function TrendAnalysisPage() {
  usePageTitle("Trend Analysis");
  return (
    <PageFrame title="Trend Analysis">
      <EmptyState title="Trends are shown on the dashboard">
        <p style={{ margin: 0 }}>
          The <Link to="/">dashboard</Link> charts the pass rate of the most recent reports, and the{" "}
          <Link to="/reports">test reports</Link> show the pass rate of every run.
        </p>
      </EmptyState>
    </PageFrame>
  );
}
