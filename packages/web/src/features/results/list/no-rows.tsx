import { Link } from "@tanstack/react-router";
import { EmptyState } from "#ui/feedback/empty-state.tsx";

interface NoRowsProps {
  readonly reportId: number;
  readonly filtered: boolean;
  readonly live: boolean;
}

/** Explains an empty list and offers to reset the filters. */
export function NoRows({ reportId, filtered, live }: NoRowsProps) {
  if (!filtered) {
    return (
      <EmptyState title="No test results available.">
        {live && <p style={{ margin: 0 }}>The run has started. Results appear here as they arrive.</p>}
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No tests match">
      <Link to="/reports/$reportId" params={{ reportId: String(reportId) }} resetScroll={false}>
        Show all tests
      </Link>
    </EmptyState>
  );
}
