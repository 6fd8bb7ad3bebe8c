import { Alert, Button, Group, Modal, Text } from "@mantine/core";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";

interface DeleteDialogProps {
  readonly opened: boolean;
  /** Kind of object, such as "webhook". */
  readonly noun: string;
  /** Consequences, so that the user can decide. */
  readonly text: string;
  /** Message of the server; `null` if nothing failed. */
  readonly error: string | null;
  readonly pending: boolean;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before something is deleted. */
export function DeleteDialog({ opened, noun, text, error, pending, onDelete, onClose }: DeleteDialogProps) {
  useFocusBefore(opened);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Delete this ${noun}?`}
      centered
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 120 }}
    >
      <Text style={{ overflowWrap: "anywhere" }}>{text}</Text>
      {error !== null && (
        <Alert color="red" variant="light" role="alert" mt="sm">
          {error}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button color="red.8" loading={pending} onClick={onDelete}>
          {`Delete ${noun}`}
        </Button>
      </Group>
    </Modal>
  );
}
