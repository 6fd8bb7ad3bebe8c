import type { ReactNode } from "react";
import styles from "#ui/layout/panel.module.css";

interface EmptyStateProps {
  readonly title: string;
  /** `h1` if the page has no other content. */
  readonly heading?: "h1" | "h2";
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}

/** Explains why there is no data and suggests the next step. */
export function EmptyState({ title, heading: Heading = "h2", icon, children }: EmptyStateProps) {
  return (
    <div className={`${styles["panel"]} ${styles["empty"]}`}>
      {icon}
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}
