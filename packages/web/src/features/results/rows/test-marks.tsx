import type { KnownTest } from "@plumb/contract/runs/results.ts";
import { IconClockX, IconRefreshAlert, IconShieldPause } from "@tabler/icons-react";
import styles from "./test-marks.module.css";

interface TestMarksProps {
  readonly known: KnownTest;
  /** Whether the result is flaky, which its status already shows. */
  readonly flakyNow: boolean;
}

/** Marks of a test that is flaky or in quarantine. */
export function TestMarks({ known: { quarantine, flaky }, flakyNow }: TestMarksProps) {
  return (
    <>
      {quarantine !== null && (
        <span className={styles["mark"]} data-kind="held" title={quarantineMeaning(quarantine)}>
          <IconShieldPause size={12} aria-hidden />
          {quarantineLabel(quarantine)}
        </span>
      )}
      {flaky && !flakyNow && (
        <span className={styles["mark"]} data-kind="flaky" title="This test passes and fails without code changes">
          <IconRefreshAlert size={12} aria-hidden />
          Flaky
        </span>
      )}
    </>
  );
}

/** Mark of a test that exceeded its timeout, as reported by the test tool. */
export function TimedOutMark() {
  return (
    <span className={styles["mark"]} data-kind="timed-out" title="The last attempt timed out">
      <IconClockX size={12} aria-hidden />
      Timed out
    </span>
  );
}

type Quarantine = NonNullable<KnownTest["quarantine"]>;

function quarantineLabel({ kind, inForce }: Quarantine): string {
  const label = kind === "mute" ? "Muted" : "Quarantined";
  return inForce ? label : `${label} later`;
}

function quarantineMeaning({ kind, inForce }: Quarantine): string {
  if (!inForce) return `This test was ${kind === "mute" ? "muted" : "quarantined"} after this run started`;
  return kind === "mute"
    ? "Its failures do not trigger notifications"
    : "Its failures are excluded from trends and gates";
}
