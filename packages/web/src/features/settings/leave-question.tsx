import { Button, Group, Modal, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";

/** Before what was typed is lost. */
export function LeaveQuestion({ unsaved }: { readonly unsaved: boolean }) {
  const blocker = useBlocker({ shouldBlockFn: () => unsaved, enableBeforeUnload: () => unsaved, withResolver: true });
  const stay = () => blocker.reset?.();
  return (
    <Modal
      opened={blocker.status === "blocked"}
      onClose={stay}
      title="Leave without saving?"
      centered
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Text>Your changes to the settings have not been saved.</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={stay}>
          Stay
        </Button>
        <Button color="red.8" onClick={() => blocker.proceed?.()}>
          Leave without saving
        </Button>
      </Group>
    </Modal>
  );
}
