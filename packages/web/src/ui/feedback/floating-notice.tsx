import { Button } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import styles from "./floating-notice.module.css";

interface FloatingNoticeProps {
  /** Text of the button; `null` hides it. */
  readonly text: string | null;
  readonly onShow: () => void;
}

/** Button over a list that shows new entries on click, so that the list does not move while the user reads it. */
export function FloatingNotice({ text, onShow }: FloatingNoticeProps) {
  return (
    <output className={styles["notice"]}>
      {text !== null && (
        <Button size="xs" radius="xl" leftSection={<IconArrowUp size={14} aria-hidden />} onClick={onShow}>
          {text}
        </Button>
      )}
    </output>
  );
}
