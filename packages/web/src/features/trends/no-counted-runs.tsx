import { Link } from "@tanstack/react-router";
import { EmptyState } from "#ui/feedback/empty-state.tsx";

/** Explains that there is no data, because no run of the project has been counted yet. */
export function NoCountedRuns({ title }: { readonly title: string }) {
  return (
    <EmptyState title={title}>
      <p style={{ margin: 0 }}>
        No runs of this project have finished yet. Runs are counted within a minute of finishing.
      </p>
      <p style={{ margin: 0 }}>
        The <Link to="/reports">test reports</Link> page shows how to send reports.
      </p>
    </EmptyState>
  );
}
