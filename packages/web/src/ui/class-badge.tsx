import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { IconBug, IconCode, IconDatabase, IconHelpCircle, IconServer2 } from "@tabler/icons-react";
import styles from "#ui/class-badge.module.css";

/** `color` is the stem of a variable in `colors.css`. */
const looks = {
  "Application Defect": { icon: IconBug, color: "application-defect" },
  "Test Data Issue": { icon: IconDatabase, color: "test-data-issue" },
  "Automation Script Error": { icon: IconCode, color: "automation-script-error" },
  "Environment Issue": { icon: IconServer2, color: "environment-issue" },
  Unknown: { icon: IconHelpCircle, color: "unknown" },
} as const satisfies Record<FailureClass, unknown>;

/** Who has to act on a failure, as icon and words. */
export function ClassBadge({ of }: { readonly of: FailureClass }) {
  const { icon: Icon, color } = looks[of];
  return (
    <span className={styles["badge"]} style={{ color: `var(--${color}-ink)` }}>
      <Icon size={15} stroke={2} aria-hidden />
      {of}
    </span>
  );
}
