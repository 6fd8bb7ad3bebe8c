import type { TestDetails } from "@plumb/contract/tests/test-page.ts";
import type { QuarantineRow } from "@plumb/contract/tests/quarantine.ts";
import panel from "#ui/layout/panel.module.css";
import { testStateStyles } from "#ui/badges/test-state.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import styles from "./test-view.module.css";

interface Line {
  readonly key: string;
  readonly at: string;
  readonly text: string;
}

/** Events of a test, latest first. */
export function ChangesSection({ changes, quarantines }: Pick<TestDetails, "changes" | "quarantines">) {
  const lines = [
    ...changes.map(({ from, to, at }): Line => ({ key: `${from} ${to} ${at}`, at, text: changeText(from, to) })),
    ...quarantines.flatMap(quarantineLines),
  ].toSorted((a, b) => (a.at < b.at ? 1 : -1));
  if (lines.length === 0) return null;
  return (
    <section className={`${panel["panel"]} ${styles["section"]}`} aria-label="What happened">
      <h2>What happened</h2>
      <ul className={styles["lines"]}>
        {lines.map(({ key, at, text }) => (
          <li key={key}>
            <bdi dir="auto">{text}</bdi> <TimeAgo timestamp={at} className={styles["quiet"]} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function changeText(from: keyof typeof testStateStyles, to: keyof typeof testStateStyles): string {
  if (to === "healthy") return `Recovered: it was ${testStateStyles[from].word.toLowerCase()}`;
  return `Became ${testStateStyles[to].word.toLowerCase()}`;
}

const releases = {
  person: "ended by",
  clean_runs: "ended after clean runs",
  expired: "ended on its end date",
};

function quarantineLines(row: QuarantineRow): Line[] {
  const { id, kind, by, reason, startsAt, releasedAt, releasedBy, releasedWhy } = row;
  const began = {
    key: `quarantine ${id}`,
    at: startsAt,
    text: `${kind === "mute" ? "Muted" : "Put in quarantine"} by ${by ?? "a former member"}: ${reason}`,
  };
  if (releasedAt === null || releasedWhy === null) return [began];
  const who = releasedWhy === "person" ? ` ${releasedBy ?? "a former member"}` : "";
  const what = kind === "mute" ? "Muting" : "Quarantine";
  return [began, { key: `release ${id}`, at: releasedAt, text: `${what} ${releases[releasedWhy]}${who}` }];
}
