import { Button } from "@mantine/core";
import type { OpenQuarantine } from "@plumb/contract/tests/quarantine.ts";
import { IconShieldPause } from "@tabler/icons-react";
import { counted, cut, formatTimestamp } from "#lib/format/format.ts";
import styles from "./quarantine.module.css";

interface QuarantineNoticeProps {
  readonly quarantine: OpenQuarantine;
  /** `undefined` for viewers. */
  readonly onRelease: (() => void) | undefined;
  readonly busy: boolean;
}

/** Notice that a test is in quarantine or muted, with the reason, the user and the end. */
export function QuarantineNotice({ quarantine, onRelease, busy }: QuarantineNoticeProps) {
  const { kind, reason, owner, by } = quarantine;
  return (
    <section className={styles["notice"]} aria-label="Quarantine">
      <IconShieldPause size={18} aria-hidden />
      <p>
        <b>
          {kind === "mute"
            ? "Muted: its failures do not trigger notifications."
            : "In quarantine: its failures are excluded from rates."}
        </b>{" "}
        <bdi dir="auto">{cut(reason, 1000)}</bdi>{" "}
        <span>
          {[by === null ? "" : `By ${by}.`, owner === null ? "" : `Owner: ${owner}.`, endText(quarantine)]
            .filter((part) => part !== "")
            .join(" ")}
        </span>
      </p>
      {onRelease !== undefined && (
        <Button size="xs" variant="default" loading={busy} onClick={onRelease}>
          Release
        </Button>
      )}
    </section>
  );
}

/** `Ends after 10 clean runs in a row (4 so far), or on 3 March 2026 23:59.` */
function endText({ endsAt, releaseAfter, cleanRuns }: OpenQuarantine): string {
  const ends = [
    ...(releaseAfter === null ? [] : [`after ${counted(releaseAfter, "clean run")} in a row (${cleanRuns} so far)`]),
    ...(endsAt === null ? [] : [`on ${formatTimestamp(endsAt)}`]),
  ];
  return ends.length === 0 ? "Ends when a user releases it." : `Ends ${ends.join(", or ")}.`;
}
