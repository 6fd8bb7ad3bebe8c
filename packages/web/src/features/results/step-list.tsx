import { VisuallyHidden } from "@mantine/core";
import type { Step } from "@plumb/contract/results.ts";
import { IconCheck, IconMinus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { stripAnsi } from "#lib/ansi.ts";
import { clip, formatCount, formatDuration } from "#lib/format.ts";
import styles from "./step-list.module.css";

const shownAtFirst = 60;
const shownMore = 500;
const maxIndent = 8;

/** The steps of an attempt in their order, indented by depth, with a bar against the slowest. */
export function StepList({ steps }: { readonly steps: readonly Step[] }) {
  const [shown, setShown] = useState(shownAtFirst);
  const slowest = steps.reduce((max, { duration }) => Math.max(max, duration ?? 0), 1);
  return (
    <>
      <ol className={styles["steps"]} aria-label="Steps">
        {steps.slice(0, shown).map((step, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- steps have no identity but their place
          <StepItem key={index} step={step} share={(step.duration ?? 0) / slowest} />
        ))}
      </ol>
      {steps.length > shown && (
        <button type="button" className={styles["more"]} onClick={() => setShown(shown + shownMore)}>
          {`Show ${formatCount(Math.min(shownMore, steps.length - shown))} more of ${formatCount(steps.length)} steps`}
        </button>
      )}
    </>
  );
}

const marks = {
  passed: { icon: IconCheck, color: "passed-ink" },
  failed: { icon: IconX, color: "failed-ink" },
  skipped: { icon: IconMinus, color: "skipped-ink" },
} as const;

function StepItem({ step, share }: { readonly step: Step; readonly share: number }) {
  const { icon: Icon, color } = marks[step.status];
  return (
    <li className={styles["step"]} style={{ paddingLeft: Math.min(step.depth, maxIndent) * 14 }}>
      <span className={styles["mark"]}>
        <Icon size={14} stroke={2.4} color={`var(--${color})`} aria-hidden />
        <VisuallyHidden>{step.status}</VisuallyHidden>
      </span>
      <span className={styles["title"]} title={clip(step.title, 500)}>
        {clip(stripAnsi(clip(step.title, 400)), 200)}
      </span>
      <span className={styles["bar"]} aria-hidden>
        <i
          style={{
            width: `${Math.max(2, share * 100)}%`,
            background: `var(--${step.status === "failed" ? "failed" : "ink-3"})`,
          }}
        />
      </span>
      <span className={styles["duration"]}>{formatDuration(step.duration)}</span>
      {step.error !== undefined && step.error !== "" && (
        <span className={styles["error"]}>
          {clip(stripAnsi(clip(step.error, 2000)).trim().split("\n")[0] ?? "", 300)}
        </span>
      )}
    </li>
  );
}
