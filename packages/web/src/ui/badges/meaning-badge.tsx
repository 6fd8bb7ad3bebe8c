import type { TablerIcon } from "@tabler/icons-react";
import styles from "./meaning-badge.module.css";

interface MeaningBadgeProps {
  readonly icon: TablerIcon;
  /** Base name of variables in `colors.css`; neutral if it is `null`. */
  readonly color: string | null;
  readonly label: string;
  /** Tooltip. */
  readonly meaning: string;
}

/** State as icon and label. */
export function MeaningBadge({ icon: Icon, color, label, meaning }: MeaningBadgeProps) {
  const style =
    color === null
      ? { color: "var(--ink-2)", background: "var(--hover)" }
      : { color: `var(--${color}-ink)`, background: `var(--${color}-weak)` };
  return (
    <span className={styles["badge"]} style={style} title={meaning}>
      <Icon size={14} aria-hidden />
      {label}
    </span>
  );
}
