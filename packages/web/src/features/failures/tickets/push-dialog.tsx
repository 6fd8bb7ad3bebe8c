import { Alert, Modal, NativeSelect, Skeleton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ProjectTracker } from "@plumb/contract/integrations/tickets.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CreatedTickets } from "./created-tickets.tsx";
import { LinkForm } from "./link-form.tsx";
import { PushForm } from "./push-form.tsx";
import {
  causeTicketsQuery,
  previewQuery,
  type TicketSubject,
  useCreateTickets,
  useFindTickets,
  useLinkTicket,
} from "./tickets.queries.ts";
import { errorText } from "#lib/api/error-text.ts";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { showSuccess } from "#ui/feedback/toast.ts";

interface PushDialogProps {
  readonly projectId: number;
  /** Trackers of the project; at least one. */
  readonly trackers: readonly ProjectTracker[];
  readonly subjects: readonly TicketSubject[];
  /** Whether the user chose the subjects. */
  readonly isSelection: boolean;
  readonly onClose: () => void;
}

/** Dialog that creates tickets, or links an existing ticket if there is a single subject. */
export function PushDialog({ projectId, trackers, subjects, isSelection, onClose }: PushDialogProps) {
  useFocusBefore();
  const narrow = useMediaQuery("(width < 60em)");
  const [bindingId, setBindingId] = useState(trackers[0]?.bindingId ?? 0);
  const preview = useQuery(previewQuery(projectId, bindingId, subjects));
  const create = useCreateTickets(projectId);
  const tracker = trackers.find((each) => each.bindingId === bindingId);
  const [made, setMade] = useState<readonly number[]>([]);
  const { data: madeTickets } = useQuery(causeTicketsQuery(projectId, made));
  const [only] = subjects.length === 1 ? subjects : [];
  return (
    <Modal
      opened
      onClose={onClose}
      size={760}
      fullScreen={narrow}
      title={`Create tickets in ${tracker?.connectorName ?? "the tracker"}`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {trackers.length > 1 && (
        <NativeSelect
          label="Tracker"
          value={bindingId}
          data={trackers.map(({ bindingId: value, connectorName, name }) => ({
            value: String(value),
            label: `${connectorName}: ${name}`,
          }))}
          onChange={(event) => setBindingId(Number(event.currentTarget.value))}
        />
      )}
      {create.isError && (
        <Alert color="red" variant="light" role="alert" mt="sm">
          {errorText(create.error, "Failed to create the tickets")}
        </Alert>
      )}
      {made.length > 0 ? (
        <CreatedTickets tickets={madeTickets ?? create.data?.created ?? []} onClose={onClose} />
      ) : preview.data !== undefined ? (
        <PushForm
          key={bindingId}
          drafts={preview.data.drafts}
          isSelection={isSelection}
          fields={preview.data.fields}
          attachesFiles={preview.data.attachesFiles}
          pending={create.isPending}
          onSubmit={(pushed) =>
            create.mutate(
              { bindingId, ...pushed },
              {
                onSuccess: ({ created, existing }) => {
                  if (pushed.tickets.length > 1) {
                    setMade([...created, ...existing].flatMap(({ groupId }) => groupId ?? []));
                    return;
                  }
                  showSuccess("The ticket is being created");
                  onClose();
                },
              },
            )
          }
        />
      ) : preview.isError ? (
        <ErrorPanel
          error={preview.error}
          fallback="Failed to prepare the tickets"
          onRetry={() => void preview.refetch()}
        />
      ) : (
        <Skeleton height={220} mt="sm" aria-label="Preparing the tickets" />
      )}
      {only !== undefined && <Link projectId={projectId} bindingId={bindingId} subject={only} onClose={onClose} />}
    </Modal>
  );
}

interface LinkProps extends Pick<PushDialogProps, "onClose" | "projectId"> {
  readonly bindingId: number;
  readonly subject: TicketSubject;
}

function Link({ projectId, bindingId, subject, onClose }: LinkProps) {
  const find = useFindTickets(projectId);
  const link = useLinkTicket(projectId);
  return (
    <LinkForm
      found={find.data}
      pending={find.isPending || link.isPending}
      error={find.error ?? link.error}
      onFind={(text) => find.mutate({ bindingId, text })}
      onLink={(trackerId) =>
        link.mutate(
          { ...subject, bindingId, trackerId },
          {
            onSuccess: ({ key }) => {
              showSuccess(`Linked ${key ?? "the ticket"}`);
              onClose();
            },
          },
        )
      }
    />
  );
}
