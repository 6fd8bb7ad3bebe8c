import type { ClassFilter } from "@plumb/contract/failures/failure-window.ts";
import {
  IconBug,
  IconCircleDashed,
  IconCode,
  IconDatabase,
  IconHelpCircle,
  IconServer2,
  type Icon,
} from "@tabler/icons-react";
import styles from "./class-badge.module.css";

/** Icons and colours of the classes, in display order. `color` is the base name of a variable in `colors.css`. */
export const classStyles: Readonly<Record<ClassFilter, { readonly icon: Icon; readonly color: string }>> = {
  "Application Defect": { icon: IconBug, color: "application-defect" },
  "Test Data Issue": { icon: IconDatabase, color: "test-data-issue" },
  "Automation Script Error": { icon: IconCode, color: "automation-script-error" },
  "Environment Issue": { icon: IconServer2, color: "environment-issue" },
  Unknown: { icon: IconHelpCircle, color: "unknown" },
  Unclassified: { icon: IconCircleDashed, color: "unclassified" },
};

/** Class of a failure, as icon and text. */
export function ClassBadge({ of }: { readonly of: ClassFilter }) {
  const { icon: Icon, color } = classStyles[of];
  return (
    <span className={styles["badge"]} style={{ color: `var(--${color}-ink)` }}>
      <Icon size={15} stroke={2} aria-hidden />
      {of}
    </span>
  );
}
