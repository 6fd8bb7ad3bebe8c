import { IconUserOff } from "@tabler/icons-react";
import { EmptyState } from "#ui/feedback/empty-state.tsx";

/** Shown if the account was deleted during the session. */
export function ProfileNotFound() {
  return (
    <EmptyState title="Profile not found" icon={<IconUserOff size={28} color="var(--ink-3)" aria-hidden />}>
      <p style={{ margin: 0 }}>Your account no longer exists. Ask an administrator.</p>
    </EmptyState>
  );
}
