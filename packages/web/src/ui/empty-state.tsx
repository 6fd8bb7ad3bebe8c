import type { ReactNode } from "react";
import styles from "#ui/panel.module.css";

interface EmptyStateProps {
  readonly title: string;
  /** `h1` where this is all that the page says. */
  readonly heading?: "h1" | "h2";
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}

/** Why there is nothing here, and what to do next. */
export function EmptyState({ title, heading: Heading = "h2", icon, children }: EmptyStateProps) {
  return (
    <div className={`${styles["panel"]} ${styles["empty"]}`}>
      {icon}
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}
