import { Button, Group, Modal, SegmentedControl, Select, Skeleton } from "@mantine/core";
import type { Invitation, InvitationStatus } from "@plumb/contract/people/invitations.ts";
import { useInfiniteQuery, type UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { InvitationLink } from "./invitation-link.tsx";
import {
  type InvitationFilter,
  invitationsQuery,
  useResendInvitation,
  useRevokeInvitation,
} from "./invitations.queries.ts";
import { InvitationsTable } from "./invitations-table.tsx";
import styles from "./invitations-panel.module.css";
import type { InviteProject } from "./invite-form.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";
import { refusalText } from "#lib/api/error-text.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { FormError } from "#ui/form/form-error.tsx";
import { LoadMore } from "#ui/list/load-more.tsx";
import panel from "#ui/layout/panel.module.css";
import { showError, showSuccess } from "#ui/feedback/toast.ts";

const statuses = [
  { value: "all", label: "All" },
  { value: "pending", label: "Pending" },
  { value: "accepted", label: "Accepted" },
  { value: "expired", label: "Expired" },
  { value: "revoked", label: "Revoked" },
] as const;

interface InvitationsPanelProps {
  readonly filter: InvitationFilter;
  readonly onStatus: (status: InvitationStatus | undefined) => void;
  /** Projects for the filter; unset if the list is limited to one project. */
  readonly projects?: readonly InviteProject[] | undefined;
  readonly onProject?: ((projectId: number | undefined) => void) | undefined;
  /** Shown next to the heading. */
  readonly actions?: ReactNode;
}

/** Invitations with their status, and actions for pending ones. */
export function InvitationsPanel({ filter, onStatus, projects, onProject, actions }: InvitationsPanelProps) {
  const invitations = useInfiniteQuery(invitationsQuery(filter));
  const resend = useResend();
  const revoke = useRevokeInvitation();
  const [doomed, setDoomed] = useState<Invitation | null>(null);
  const onRevoke = ({ id }: Invitation) =>
    revoke.mutate(id, {
      onSuccess: () => {
        showSuccess("Invitation revoked successfully");
        setDoomed(null);
      },
      onError: (error) => showError(refusalText(error, "Failed to revoke invitation")),
    });
  const busyId = resend.isPending ? resend.variables : revoke.isPending ? revoke.variables : undefined;
  return (
    <section aria-label="Pending Invitations">
      <div className={styles["head"]}>
        <h2>Pending Invitations</h2>
        {actions}
      </div>
      <InvitationsTools filter={filter} onStatus={onStatus} projects={projects} onProject={onProject} />
      {resend.isError && (
        <div style={{ marginBottom: 12 }}>
          <FormError error={resend.error} fallback="Failed to resend invitation" />
        </div>
      )}
      <InvitationsList
        query={invitations}
        invitations={invitations.data?.pages.flatMap((page) => page.data)}
        status={filter.status}
        busyId={busyId}
        onResend={resend.send}
        onRevoke={setDoomed}
      />
      <LoadMore pages={invitations} failure="Failed to load invitations" />
      <NewLinkDialog resend={resend} />
      <RevokeDialog
        invitation={doomed}
        pending={revoke.isPending}
        error={revoke.error}
        onRevoke={onRevoke}
        onClose={() => {
          setDoomed(null);
          revoke.reset();
        }}
      />
    </section>
  );
}

/** Sends an invitation again. The button loses focus while sending, so the dialog cannot restore it. */
function useResend() {
  const resend = useResendInvitation();
  const sentFrom = useRef<Element>(null);
  return {
    ...resend,
    send: ({ id }: Invitation) => {
      sentFrom.current = document.activeElement;
      resend.mutate(id, {
        onSuccess: () => showSuccess("Invitation resent successfully"),
        onError: (error) => showError(refusalText(error, "Failed to resend invitation")),
      });
    },
    returnFocus: () => {
      if (sentFrom.current instanceof HTMLElement) sentFrom.current.focus();
    },
  };
}

type InvitationsToolsProps = Omit<InvitationsPanelProps, "actions">;

function InvitationsTools({ filter, onStatus, projects, onProject }: InvitationsToolsProps) {
  return (
    <div className={styles["tools"]}>
      <SegmentedControl
        aria-label="Invitation status"
        data={[...statuses]}
        value={filter.status ?? "all"}
        onChange={(value) => onStatus(value === "all" ? undefined : value)}
        size="xs"
      />
      {projects !== undefined && (
        <Select
          aria-label="Project"
          placeholder="All projects"
          data={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={filter.projectId === undefined ? null : String(filter.projectId)}
          onChange={(value) => onProject?.(value === null ? undefined : Number(value))}
          clearable
          clearButtonProps={{ "aria-label": "Show invitations to all projects" }}
          searchable
          nothingFoundMessage="No projects found"
          size="xs"
        />
      )}
    </div>
  );
}

interface InvitationsListProps extends Omit<ComponentProps<typeof InvitationsTable>, "invitations"> {
  readonly query: Pick<UseInfiniteQueryResult, "error" | "isError" | "isPlaceholderData" | "refetch">;
  /** `undefined` before the first page has loaded. */
  readonly invitations: readonly Invitation[] | undefined;
  readonly status: InvitationStatus | undefined;
}

function InvitationsList({ query, invitations, status, ...table }: InvitationsListProps) {
  if (invitations === undefined)
    return query.isError ? (
      <ErrorPanel error={query.error} fallback="Failed to load invitations" onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton height={160} />
    );
  if (invitations.length === 0)
    return (
      <EmptyState title="No invitations found">
        <p style={{ margin: 0 }}>
          {status === undefined ? "No invitations have been sent yet." : `No ${status} invitations found.`}
        </p>
      </EmptyState>
    );
  return (
    <div className={`${panel["panel"]} ${styles["list"]}`} aria-busy={query.isPlaceholderData}>
      <InvitationsTable invitations={invitations} {...table} />
    </div>
  );
}

/** Shows the link of a resent invitation. */
function NewLinkDialog({ resend }: { readonly resend: ReturnType<typeof useResend> }) {
  return (
    <Modal
      opened={resend.data !== undefined}
      onClose={() => resend.reset()}
      returnFocus={false}
      onExitTransitionEnd={resend.returnFocus}
      title={`New link for ${resend.data?.invitation.email ?? ""}`}
      centered
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {resend.data !== undefined && <InvitationLink sent={resend.data} />}
      <Group justify="flex-end" mt="lg">
        <Button onClick={() => resend.reset()}>Done</Button>
      </Group>
    </Modal>
  );
}
