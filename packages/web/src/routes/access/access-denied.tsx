import { IconLock } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { usePageTitle } from "#lib/page/page-title.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { PageFrame } from "#ui/layout/page-frame.tsx";

/** Shown instead of a page that requires another role. */
export function AccessDenied() {
  usePageTitle("Access Denied");
  return (
    <PageFrame>
      <EmptyState title="Access Denied" heading="h1" icon={<IconLock size={28} color="var(--ink-3)" aria-hidden />}>
        <p style={{ margin: 0 }}>You don&apos;t have permission to access this page.</p>
        <Link to="/">Go to the dashboard</Link>
      </EmptyState>
    </PageFrame>
  );
}
