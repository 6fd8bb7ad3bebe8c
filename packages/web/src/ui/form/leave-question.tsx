import { Button, Group, Modal, Text } from "@mantine/core";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";

interface LeaveQuestionProps {
  readonly opened: boolean;
  readonly children: string;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks for confirmation before typed text is discarded. */
export function LeaveQuestion({ opened, children, onStay, onLeave }: LeaveQuestionProps) {
  useFocusBefore(opened);
  return (
    <Modal
      opened={opened}
      onClose={onStay}
      title="Leave without saving?"
      centered
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Text>{children}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onStay}>
          Stay
        </Button>
        <Button color="red.8" onClick={onLeave}>
          Leave without saving
        </Button>
      </Group>
    </Modal>
  );
}
