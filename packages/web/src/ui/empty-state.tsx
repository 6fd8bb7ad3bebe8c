import type { ReactNode } from "react";
import styles from "#ui/panel.module.css";

interface EmptyStateProps {
  readonly title: string;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}

/** Why there is nothing here, and what to do next. */
export function EmptyState({ title, icon, children }: EmptyStateProps) {
  return (
    <div className={`${styles["panel"]} ${styles["empty"]}`}>
      {icon}
      <h2>{title}</h2>
      {children}
    </div>
  );
}
