import type { ReactNode } from "react";
import styles from "./page-header.module.css";

interface PageHeaderProps {
  readonly title: string;
  /** `null` while it loads: its lines stay empty. */
  readonly subtitle?: string | null;
  /** Whether the subtitle takes two lines on a phone, which stay free while it loads. */
  readonly isLong?: boolean;
  /** Places the subtitle next to the title, where there is room. */
  readonly isCompact?: boolean;
  readonly children?: ReactNode;
}

/** Title of a page with its actions on the right. */
export function PageHeader({ title, subtitle, isLong = false, isCompact = false, children }: PageHeaderProps) {
  return (
    <header className={`${styles["header"]} ${isCompact ? styles["compact"] : ""}`}>
      <div className={styles["titles"]}>
        <h1>{title}</h1>
        {subtitle !== undefined && (
          <p data-loading={subtitle === null ? (isLong ? "long" : "short") : undefined}>{subtitle}</p>
        )}
      </div>
      <div className={styles["actions"]}>{children}</div>
    </header>
  );
}
