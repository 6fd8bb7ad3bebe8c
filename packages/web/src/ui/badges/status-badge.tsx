import { useContext } from "react";
import { onceEnded, type Outcome, outcomeStyles } from "#ui/outcome/outcome.ts";
import { RunEnded } from "#ui/outcome/run-ended.ts";
import styles from "./status-badge.module.css";

interface StatusBadgeProps {
  readonly outcome: Outcome;
  /** `chip` has a tinted background, `plain` suits dense rows. */
  readonly variant?: "chip" | "plain";
  readonly className?: string;
}

/** Outcome as icon and text. The colour adds no information. */
export function StatusBadge({ outcome, variant = "plain", className = "" }: StatusBadgeProps) {
  const visible = useContext(RunEnded) ? onceEnded(outcome) : outcome;
  const { word, icon: Icon, color } = outcomeStyles[visible];
  return (
    <span
      className={`${styles["badge"]} ${variant === "chip" ? styles["chip"] : ""} ${className}`}
      style={{ color: `var(--${color}-ink)`, ...(variant === "chip" && { background: `var(--${color}-weak)` }) }}
    >
      <Icon size={15} stroke={2} aria-hidden className={visible === "running" ? styles["spin"] : ""} />
      <span>{word}</span>
    </span>
  );
}
