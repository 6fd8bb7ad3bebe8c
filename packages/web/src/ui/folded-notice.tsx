import type { Icon } from "@tabler/icons-react";
import { IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./folded-notice.module.css";

interface FoldedNoticeProps {
  readonly icon: Icon;
  readonly title: string;
  /** Shown next to the title while folded. */
  readonly beside?: ReactNode;
  readonly tone?: "plain" | "warning" | "serious";
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

/** A line above the tests that unfolds to what it is about. */
export function FoldedNotice({ icon: Icon, title, beside, tone = "plain", onOpen, children }: FoldedNoticeProps) {
  return (
    <details
      className={`${styles["notice"]} ${styles[tone]}`}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen?.();
      }}
    >
      <summary>
        <IconChevronRight size={16} aria-hidden className={styles["chevron"]} />
        <Icon size={16} aria-hidden />
        <strong>{title}</strong>
        {beside}
      </summary>
      {children}
    </details>
  );
}

/** Start of a folded notice, if there is room. */
export function FirstWords({ children }: { readonly children: string }) {
  return <span className={styles["first"]}>{children}</span>;
}
