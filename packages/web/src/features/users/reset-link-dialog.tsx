import { Button, Group, Modal, Skeleton, Text } from "@mantine/core";
import { formatTimestamp } from "#lib/format/format.ts";
import { CommandLine } from "#ui/code/command-line.tsx";
import { FormError } from "#ui/form/form-error.tsx";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";

interface ResetLinkDialogProps {
  /** Name of the account; `null` while closed. */
  readonly name: string | null;
  /** `undefined` while the link is being created. */
  readonly reset: { readonly link: string; readonly expiresAt: string } | undefined;
  readonly error: unknown;
  readonly onClose: () => void;
}

/** Shows a reset link once, to be shared manually. */
export function ResetLinkDialog({ name, reset, error, onClose }: ResetLinkDialogProps) {
  useFocusBefore(name !== null);
  return (
    <Modal
      opened={name !== null}
      onClose={onClose}
      title={`Password reset link for ${name ?? ""}`}
      centered
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {error !== null && <FormError error={error} fallback="Failed to create the link" />}
      {error === null && reset === undefined && <Skeleton height={90} />}
      {reset !== undefined && (
        <>
          <Text mb="sm">
            Anyone who opens this link can choose a new password for this account and end its sessions. Share it only
            with the account owner. No email was sent.
          </Text>
          <CommandLine command={reset.link} what="password reset link" />
          <Text c="dimmed" size="sm" mt="xs">
            {`It works once, until ${formatTimestamp(reset.expiresAt)}, and is not shown again.`}
          </Text>
        </>
      )}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Modal>
  );
}
