import { Modal, type ModalProps } from "@mantine/core";
import { useTypedText } from "./typed-text.tsx";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";

interface FormDialogProps extends ModalProps {
  /** How often what is typed was saved while the dialog stays open. */
  readonly saves?: number;
}

/**
 * A dialog with text fields: Escape, a click outside and the close button ask before text is lost; its own buttons
 * do not. Restores the previous focus.
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
        // The question is closed by it meanwhile.
        closeOnEscape={!typed.asking}
        {...typed.watch}
      />
      {typed.question}
    </>
  );
}
