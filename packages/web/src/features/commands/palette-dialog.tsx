import { Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import styles from "./palette-dialog.module.css";

interface PaletteDialogProps {
  readonly opened: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Dialog of the palette. On small screens, it fills the page and has a title and a close button. */
export function PaletteDialog({ opened, title, onClose, children }: PaletteDialogProps) {
  const small = useMediaQuery("(width < 720px)", false, { getInitialValueInEffect: false });
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={620}
      yOffset="12vh"
      fullScreen={small}
      classNames={{
        content: styles["content"] ?? "",
        header: styles[small ? "header" : "unseen"] ?? "",
        body: styles["body"] ?? "",
      }}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content>
        <Modal.Header>
          <Modal.Title fw="var(--mantine-font-weight-bold)">{title}</Modal.Title>
          {small && <Modal.CloseButton aria-label="Close" />}
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
