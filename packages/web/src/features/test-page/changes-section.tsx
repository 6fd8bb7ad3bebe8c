import type { TestDetails } from "@plumb/contract/tests/test-page.ts";
import type { QuarantineRow } from "@plumb/contract/tests/quarantine.ts";
import panel from "#ui/panel.module.css";
import { testStateLooks } from "#ui/test-state.tsx";
import { TimeAgo } from "#ui/time-ago.tsx";
import styles from "./test-view.module.css";

interface Line {
  readonly key: string;
  readonly at: string;
  readonly words: string;
}

/** Events of a test, latest first. */
export function ChangesSection({ changes, quarantines }: Pick<TestDetails, "changes" | "quarantines">) {
  const lines = [
    ...changes.map(({ from, to, at }): Line => ({ key: `${from} ${to} ${at}`, at, words: changeWords(from, to) })),
    ...quarantines.flatMap(quarantineLines),
  ].toSorted((a, b) => (a.at < b.at ? 1 : -1));
  if (lines.length === 0) return null;
  return (
    <section className={`${panel["panel"]} ${styles["section"]}`} aria-label="What happened">
      <h2>What happened</h2>
      <ul className={styles["lines"]}>
        {lines.map(({ key, at, words }) => (
          <li key={key}>
            <bdi dir="auto">{words}</bdi> <TimeAgo moment={at} className={styles["quiet"]} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function changeWords(from: keyof typeof testStateLooks, to: keyof typeof testStateLooks): string {
  if (to === "healthy") return `Recovered: it was ${testStateLooks[from].word.toLowerCase()}`;
  return `Became ${testStateLooks[to].word.toLowerCase()}`;
}

const releases = {
  person: "ended by",
  clean_runs: "ended by its clean runs",
  expired: "ended by its date",
};

function quarantineLines(row: QuarantineRow): Line[] {
  const { id, kind, by, reason, startsAt, releasedAt, releasedBy, releasedWhy } = row;
  const began = {
    key: `quarantine ${id}`,
    at: startsAt,
    words: `${kind === "mute" ? "Muted" : "Put in quarantine"} by ${by ?? "somebody who left"}: ${reason}`,
  };
  if (releasedAt === null || releasedWhy === null) return [began];
  const who = releasedWhy === "person" ? ` ${releasedBy ?? "somebody who left"}` : "";
  const what = kind === "mute" ? "Muting" : "Quarantine";
  return [began, { key: `release ${id}`, at: releasedAt, words: `${what} ${releases[releasedWhy]}${who}` }];
}
