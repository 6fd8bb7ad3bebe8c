import type { InvitationStatus } from "@plumb/contract/people/invitations.ts";
import { IconBan, IconCheck, IconClock, IconClockX } from "@tabler/icons-react";
import styles from "./invitations-table.module.css";

const variants = {
  pending: { word: "Pending", icon: IconClock, color: "var(--running-ink)" },
  accepted: { word: "Accepted", icon: IconCheck, color: "var(--passed-ink)" },
  expired: { word: "Expired", icon: IconClockX, color: "var(--ink-2)" },
  revoked: { word: "Revoked", icon: IconBan, color: "var(--ink-2)" },
} as const;

/** Status of an invitation as icon and text. */
export function InvitationStatusMark({ status }: { readonly status: InvitationStatus }) {
  const { word, icon: Icon, color } = variants[status];
  return (
    <span className={styles["status"]} style={{ color }}>
      <Icon size={15} aria-hidden />
      {word}
    </span>
  );
}
