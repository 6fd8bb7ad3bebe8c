import { IconAntennaBars2, IconAntennaBars3, IconAntennaBars5 } from "@tabler/icons-react";
import styles from "./confidence-badge.module.css";

const variants = {
  high: { word: "high", icon: IconAntennaBars5, color: "passed-ink" },
  medium: { word: "medium", icon: IconAntennaBars3, color: "skipped-ink" },
  low: { word: "low", icon: IconAntennaBars2, color: "failed-ink" },
} as const;

/** Confidence in percent, with icon and text: from 85 high and green, from 70 medium and yellow, otherwise low and red. */
export function ConfidenceBadge({ percent }: { readonly percent: number }) {
  const { word, icon: Icon, color } = variants[percent >= 85 ? "high" : percent >= 70 ? "medium" : "low"];
  return (
    <span className={styles["confidence"]} style={{ color: `var(--${color})` }}>
      <Icon size={15} stroke={2.2} aria-hidden />
      {`${Math.round(percent)}% confidence (${word})`}
    </span>
  );
}
