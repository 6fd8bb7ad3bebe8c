import { lazy, Suspense } from "react";
import { failureWindow } from "#features/failures/failures.queries.ts";
import { cut } from "#lib/format/format.ts";
import type { ActedFailures, FailureDialog } from "#lib/keys/triaged-failure.ts";
import { OpeningDialog } from "#ui/feedback/opening-dialog.tsx";
import { AssignFailures } from "./assign-failures.tsx";

const QuarantineFailuresDialog = lazy(async () => ({
  default: (await import("#features/quarantine/quarantine-failures-dialog.tsx")).QuarantineFailuresDialog,
}));

const SameAsDialog = lazy(async () => ({
  default: (await import("#features/failures/groups/same-as-dialog.tsx")).SameAsDialog,
}));

const TicketDialog = lazy(async () => ({
  default: (await import("#features/failures/tickets/ticket-dialog.tsx")).TicketDialog,
}));

/** Renders the dialog of an act on causes or failures. */
export const failureDialog: FailureDialog = (acted) => (
  <Suspense fallback={<OpeningDialog />}>
    <ActDialog {...acted} />
  </Suspense>
);

const firstFields = { assign: undefined, due: "due", item: "note" } as const;

function ActDialog({ act, projectId, failures, target, search, onClose, onDone, onSame }: ActedFailures) {
  const groupIds = failures.flatMap(({ groupId }) => groupId ?? []);
  if (act === "quarantine")
    return (
      <QuarantineFailuresDialog
        projectId={projectId}
        tests={{ ...target, window: failureWindow(search) }}
        reason={cut(failures.length === 1 ? (failures[0]?.error.split("\n", 1)[0] ?? "") : "", 200)}
        onClose={onClose}
        onDone={(tests) => onDone?.({ act, detail: String(tests) })}
      />
    );
  if (act === "same") return <SameAsDialog {...{ projectId, groupIds, search, onClose, onSame }} />;
  if (act === "ticket") return <TicketDialog {...{ projectId, groupIds, onClose }} />;
  return (
    <AssignFailures
      {...{ projectId, failures, onClose }}
      first={firstFields[act]}
      onAssigned={(assignee) => onDone?.({ act, detail: assignee })}
    />
  );
}
