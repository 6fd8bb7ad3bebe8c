import { Button, Group, Modal, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { MemberAct } from "./member-act.ts";
import { memberName } from "#lib/session/member-label.ts";
import { projectRoleWords } from "#lib/session/role-words.ts";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";

interface ConfirmDialogProps {
  /** `null` while closed. */
  readonly act: MemberAct | null;
  readonly text: string;
  readonly pending: boolean;
  /** Access that can be revoked together with the role. */
  readonly children?: ReactNode;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Confirms a change that removes permissions of a person. */
export function ConfirmDialog({ act, text, pending, children, onCancel, onConfirm }: ConfirmDialogProps) {
  useFocusBefore(act !== null);
  // Keeps the last content while the dialog fades out.
  const [shown, setShown] = useState({ act, text });
  if (act !== null && act !== shown.act) setShown({ act, text });
  const name = shown.act === null ? "" : memberName(shown.act.member);
  const role = shown.act?.role ?? null;
  return (
    <Modal
      opened={act !== null}
      onClose={onCancel}
      title={role === null ? `Remove ${name}?` : `Make ${name} ${projectRoleWords[role]}?`}
      centered
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Text>{shown.text}</Text>
      {act !== null && children}
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
