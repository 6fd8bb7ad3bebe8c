import { Button, Group, Modal, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { MemberAction } from "./member-action.ts";
import { memberName } from "#lib/session/member-label.ts";
import { projectRoleLabels } from "#lib/session/role-labels.ts";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";

interface ConfirmDialogProps {
  /** `null` while closed. */
  readonly action: MemberAction | null;
  readonly text: string;
  readonly pending: boolean;
  /** Access that can be revoked together with the role. */
  readonly children?: ReactNode;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Asks for confirmation of a change that takes permissions from a user. */
export function ConfirmDialog({ action, text, pending, children, onCancel, onConfirm }: ConfirmDialogProps) {
  useFocusBefore(action !== null);
  // Keeps the last content while the dialog fades out.
  const [visible, setVisible] = useState({ act: action, text });
  if (action !== null && action !== visible.act) setVisible({ act: action, text });
  const name = visible.act === null ? "" : memberName(visible.act.member);
  const role = visible.act?.role ?? null;
  return (
    <Modal
      opened={action !== null}
      onClose={onCancel}
      title={role === null ? `Remove ${name}?` : `Make ${name} ${projectRoleLabels[role]}?`}
      centered
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Text>{visible.text}</Text>
      {action !== null && children}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button color="red.8" loading={pending} onClick={onConfirm}>
          {role === null ? "Remove" : "Change role"}
        </Button>
      </Group>
    </Modal>
  );
}
