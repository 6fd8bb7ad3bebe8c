import { useBlocker } from "@tanstack/react-router";
import { LeaveQuestion } from "#ui/form/leave-question.tsx";

/** Asks for confirmation before the user leaves the page with unsaved settings. */
export function LeaveSettings({ unsaved }: { readonly unsaved: boolean }) {
  const blocker = useBlocker({ shouldBlockFn: () => unsaved, enableBeforeUnload: () => unsaved, withResolver: true });
  return (
    <LeaveQuestion
      opened={blocker.status === "blocked"}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    >
      Your changes to the settings have not been saved.
    </LeaveQuestion>
  );
}
