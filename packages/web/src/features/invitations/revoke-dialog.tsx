import { Button, Group, Modal, Text } from "@mantine/core";
import type { Invitation } from "@plumb/contract/people/invitations.ts";
import { FormError } from "#ui/form/form-error.tsx";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";

interface RevokeDialogProps {
  /** `null` while closed. */
  readonly invitation: Invitation | null;
  readonly pending: boolean;
  readonly error: unknown;
  readonly onRevoke: (invitation: Invitation) => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before a link stops working. Stays open and shows the reason if the server rejects the request. */
export function RevokeDialog({ invitation, pending, error, onRevoke, onClose }: RevokeDialogProps) {
  useFocusBefore(invitation !== null);
  return (
    <Modal
      opened={invitation !== null}
      onClose={onClose}
      title="Revoke this invitation?"
      centered
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Text>{`The link sent to ${invitation?.email ?? ""} stops working immediately. You can invite them again.`}</Text>
      {error !== null && (
        <div style={{ marginTop: 12 }}>
          <FormError error={error} fallback="Failed to revoke invitation" />
        </div>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button color="red.8" loading={pending} onClick={() => invitation !== null && onRevoke(invitation)}>
          Revoke invitation
        </Button>
      </Group>
    </Modal>
  );
}
