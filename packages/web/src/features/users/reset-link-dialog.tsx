import { Button, Group, Modal, Skeleton, Text } from "@mantine/core";
import { formatMoment } from "#lib/format/format.ts";
import { CommandLine } from "#ui/command-line.tsx";
import { FormError } from "#ui/form-error.tsx";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";

interface ResetLinkDialogProps {
  /** What the account is called; null while no link is wanted. */
  readonly name: string | null;
  /** Undefined while it is made. */
  readonly reset: { readonly link: string; readonly expiresAt: string } | undefined;
  readonly error: unknown;
  readonly onClose: () => void;
}

/** Reset link, shown once, to be passed on by hand. */
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
            Anyone who opens this link can choose a new password for this account and end its sessions. Pass it on to
            its owner only; nothing was mailed.
          </Text>
          <CommandLine command={reset.link} what="password reset link" />
          <Text c="dimmed" size="sm" mt="xs">
            {`It works once, until ${formatMoment(reset.expiresAt)}, and is not shown again.`}
          </Text>
        </>
      )}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Modal>
  );
}
