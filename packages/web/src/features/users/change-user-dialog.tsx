import { Button, Group, Modal, Text } from "@mantine/core";
import type { Account } from "@plumb/contract/people/users.ts";
import { type UserAction, userActions } from "./account-change.ts";
import type { ReactNode } from "react";
import { displayName } from "#lib/session/shown-name.ts";
import { FormError } from "#ui/form/form-error.tsx";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";

interface ChangeUserDialogProps {
  /** `null` while closed. */
  readonly change: { readonly account: Account; readonly action: UserAction } | null;
  readonly own: boolean;
  readonly pending: boolean;
  /** Error of the last attempt. */
  readonly error: unknown;
  /** Access that can be revoked together with the role. */
  readonly children?: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before an account is changed. Stays open and shows the reason if the server rejects the change. */
export function ChangeUserDialog({ change, own, pending, error, children, onConfirm, onClose }: ChangeUserDialogProps) {
  useFocusBefore(change !== null);
  const wording = change === null ? null : userActions[change.action];
  const name = change === null ? "" : displayName(change.account);
  return (
    <Modal
      opened={change !== null}
      onClose={onClose}
      title={wording?.question(name)}
      centered
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Text>{own ? wording?.ownMeaning : wording?.meaning}</Text>
      {change !== null && children}
      {error !== null && (
        <div style={{ marginTop: 12 }}>
          <FormError error={error} fallback="Failed to change the account" />
        </div>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          {...((change?.action === "deactivate" || change?.action === "demote") && { color: "red.8" })}
          loading={pending}
          onClick={onConfirm}
          data-autofocus
        >
          {wording?.label}
        </Button>
      </Group>
    </Modal>
  );
}
