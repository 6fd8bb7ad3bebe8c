import { ActionIcon, Modal } from "@mantine/core";
import { IconArrowsDiagonal } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import styles from "#features/results/artifacts/artifact-gallery.module.css";

interface EnlargeProps {
  /** Title of the dialog. Completes "Enlarge …". */
  readonly name: string;
  /** Content that needs more space. */
  readonly children: ReactNode;
}

/** Button that opens its content in a dialog with the size of the window. */
export function Enlarge({ name, children }: EnlargeProps) {
  const [opened, setOpened] = useState(false);
  const label = `Enlarge ${name}`;
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        aria-label={label}
        title={label}
        onClick={() => setOpened(true)}
      >
        <IconArrowsDiagonal size={15} color="var(--ink-3)" />
      </ActionIcon>
      <Modal
        opened={opened}
        fullScreen
        onClose={() => setOpened(false)}
        title={name}
        closeButtonProps={{ "aria-label": "Close" }}
        transitionProps={{ duration: 0 }}
        classNames={{ body: styles["large"] ?? "" }}
      >
        {children}
      </Modal>
    </>
  );
}
