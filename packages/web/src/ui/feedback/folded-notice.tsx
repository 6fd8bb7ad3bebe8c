import type { Icon } from "@tabler/icons-react";
import { IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./folded-notice.module.css";

interface FoldedNoticeProps {
  readonly icon: Icon;
  readonly title: string;
  /** Shown next to the title while collapsed. */
  readonly beside?: ReactNode;
  readonly tone?: "plain" | "warning" | "serious";
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

/** Line above the tests that expands to show its details. */
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

/** First words of a collapsed notice, if there is enough space. */
export function TextStart({ children }: { readonly children: string }) {
  return <span className={styles["first"]}>{children}</span>;
}
