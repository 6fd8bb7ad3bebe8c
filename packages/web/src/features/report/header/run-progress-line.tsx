import type { RunProgress } from "@plumb/contract/runs/reports.ts";
import { formatCount, formatTimeOfDay } from "#lib/format/format.ts";
import { useNow } from "#ui/text/now.ts";
import styles from "./run-facts.module.css";

/** Progress of a running run: `140 of 400 done`, `12 running`, `248 remaining`, `ends around 14:32`. Omits unknown parts. */
export function RunProgressLine({ progress }: { readonly progress: RunProgress }) {
  const { expected, running, remaining, endsAt } = progress;
  const nowMs = useNow();
  const isKnown = running + remaining > 0;
  if (!isKnown && endsAt === null) return null;
  return (
    <p className={styles["line"]}>
      {isKnown && (
        <>
          <span>{`${formatCount(expected - running - remaining)} of ${formatCount(expected)} done`}</span>
          <span>{`${formatCount(running)} running`}</span>
          <span>{`${formatCount(remaining)} remaining`}</span>
        </>
      )}
      {endsAt !== null && Date.parse(endsAt) > nowMs && (
        <span title="Estimated from earlier runs of this suite">{`ends around ${formatTimeOfDay(endsAt, nowMs)}`}</span>
      )}
    </p>
  );
}
