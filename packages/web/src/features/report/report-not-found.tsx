import { Link } from "@tanstack/react-router";
import { usePageTitle } from "#lib/page/page-title.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";

/** Shown instead of a report that does not exist, is not accessible, or was deleted while it was open. */
export function ReportNotFound({ gone = false }: { readonly gone?: boolean }) {
  usePageTitle("Report Not Found");
  return (
    <EmptyState title="Report Not Found" heading="h1">
      <p style={{ margin: 0 }}>The requested report could not be found.</p>
      {gone && <p style={{ margin: 0 }}>It was deleted while you had it open.</p>}
      <Link to="/reports">Back</Link>
    </EmptyState>
  );
}
