import type { ReactNode } from "react";
import styles from "./page-header.module.css";

interface PageHeaderProps {
  readonly title: string;
  readonly subtitle?: string;
  readonly children?: ReactNode;
}

/** Title of a page with its actions on the right. */
export function PageHeader({ title, subtitle, children }: PageHeaderProps) {
  return (
    <header className={styles["header"]}>
      <div>
        <h1>{title}</h1>
        {subtitle !== undefined && <p>{subtitle}</p>}
      </div>
      <div className={styles["actions"]}>{children}</div>
    </header>
  );
}
