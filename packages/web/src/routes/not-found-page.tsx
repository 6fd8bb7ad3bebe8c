import { Link } from "@tanstack/react-router";
import { usePageTitle } from "#lib/page/page-title.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";

/** Shown for unknown addresses. */
export function NotFoundPage() {
  usePageTitle("Page Not Found");
  return (
    <main style={{ maxWidth: 640, margin: "40px auto", padding: 16 }}>
      <EmptyState title="Page Not Found" heading="h1">
        <p style={{ margin: 0 }}>
          There is nothing at this address. <Link to="/">Go to the dashboard</Link>
        </p>
      </EmptyState>
    </main>
  );
}
