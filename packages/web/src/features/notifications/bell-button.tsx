import { ActionIcon, type ActionIconProps, type ElementProps } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import styles from "./bell-button.module.css";

const maxCounted = 9;

interface BellButtonProps extends ActionIconProps, ElementProps<"button", keyof ActionIconProps> {
  readonly unread: number;
}

/** Bell with the number of unread notifications, up to nine. */
export function BellButton({ unread, ...button }: BellButtonProps) {
  const count = unread > maxCounted ? `${maxCounted}+` : String(unread);
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      classNames={{ root: styles["bell"] ?? "" }}
      // Contains the visible text, which speech input requires.
      aria-label={unread === 0 ? "Notifications" : `Notifications, ${count} unread`}
      {...button}
    >
      <IconBell size={18} color="var(--ink-2)" aria-hidden />
      {unread > 0 && (
        <span className={styles["badge"]} aria-hidden>
          {count}
        </span>
      )}
    </ActionIcon>
  );
}
