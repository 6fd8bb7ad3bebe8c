import { Modal, type ModalProps } from "@mantine/core";
import { useTypedText } from "./typed-text.tsx";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";

interface FormDialogProps extends ModalProps {
  /** Number of saves while the dialog was open. */
  readonly saves?: number;
}

/**
 * Dialog with text fields. Escape, a click outside and the close button ask before discarding text; its own buttons do not.
 * Restores the previous focus.
 */
export function FormDialog({ saves = 0, onClose, ...modal }: FormDialogProps) {
  useFocusBefore(modal.opened);
  const typed = useTypedText(onClose, saves);
  return (
    <>
      <Modal
        closeButtonProps={{ "aria-label": "Close" }}
        {...modal}
        onClose={typed.onClose}
        // Escape first closes the confirmation.
        closeOnEscape={!typed.asking}
        {...typed.watch}
      />
      {typed.question}
    </>
  );
}
