import { ActionIcon, type ActionIconProps, type ElementProps } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import styles from "./bell-button.module.css";
import { formatCount } from "#lib/format.ts";

const mostCounted = 9;

interface BellButtonProps extends ActionIconProps, ElementProps<"button", keyof ActionIconProps> {
  readonly unread: number;
}

/** The bell with the number of what is unread, up to nine. */
export function BellButton({ unread, ...button }: BellButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={34}
      classNames={{ root: styles["bell"] ?? "" }}
      aria-label={unread === 0 ? "Notifications" : `Notifications, ${formatCount(unread)} unread`}
      {...button}
    >
      <IconBell size={18} color="var(--ink-2)" aria-hidden />
      {unread > 0 && (
        <span className={styles["badge"]} aria-hidden>
          {unread > mostCounted ? `${mostCounted}+` : unread}
        </span>
      )}
    </ActionIcon>
  );
}
