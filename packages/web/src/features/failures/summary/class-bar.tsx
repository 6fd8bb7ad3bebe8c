import type { ClassFilter } from "@plumb/contract/failures/failure-window.ts";
import { classStyles } from "#ui/badges/class-badge.tsx";
import styles from "./class-bar.module.css";

interface ClassBarProps {
  readonly counts: readonly (readonly [ClassFilter, number])[];
  readonly small?: boolean;
}

/** Bar with the shares of classes. Decorative, because the counts are next to it. */
export function ClassBar({ counts, small = false }: ClassBarProps) {
  return (
    <div className={`${styles["bar"]} ${small ? styles["small"] : ""}`} aria-hidden>
      {counts
        .filter(([, count]) => count > 0)
        .map(([name, count]) => (
          <i key={name} style={{ flexGrow: count, background: `var(--${classStyles[name].color}-ink)` }} />
        ))}
    </div>
  );
}
