import { Link } from "@tanstack/react-router";
import { EmptyState } from "#ui/feedback/empty-state.tsx";

interface NoRowsProps {
  readonly filtered: boolean;
  readonly live: boolean;
}

/** Explains an empty list and offers to reset the filters. */
export function NoRows({ filtered, live }: NoRowsProps) {
  if (!filtered) {
    return (
      <EmptyState title="No test results available.">
        {live && <p style={{ margin: 0 }}>The run has started. Results appear here as they arrive.</p>}
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No tests match">
      <Link to="." search={{}} resetScroll={false}>
        Show all tests
      </Link>
    </EmptyState>
  );
}
