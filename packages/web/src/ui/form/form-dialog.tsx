import { Modal, type ModalProps } from "@mantine/core";
import { useTypedText } from "./typed-text.tsx";

interface FormDialogProps extends ModalProps {
  /** How often what is typed was saved while the dialog stays open. */
  readonly saves?: number;
}

/** A dialog in which people type: Escape, a click beside it and its cross ask before that is lost. Its own buttons do what they say. */
export function FormDialog({ saves = 0, onClose, ...modal }: FormDialogProps) {
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
