import { Button } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import styles from "./floating-notice.module.css";

interface FloatingNoticeProps {
  /** What waits; null while nothing does. */
  readonly text: string | null;
  readonly onShow: () => void;
}

/** What has come while a list is read waits behind a button over it; nothing moves before it is pressed. */
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
