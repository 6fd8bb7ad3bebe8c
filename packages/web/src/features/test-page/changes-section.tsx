import type { TestDetails } from "@plumb/contract/tests/test-page.ts";
import panel from "#ui/layout/panel.module.css";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { testEvents } from "./test-events.ts";
import styles from "./test-view.module.css";

/** Events of a test, latest first. */
export function ChangesSection(test: Pick<TestDetails, "changes" | "quarantines">) {
  const events = testEvents(test);
  if (events.length === 0) return null;
  return (
    <section className={`${panel["panel"]} ${styles["section"]}`} aria-label="What happened">
      <h2>What happened</h2>
      <ul className={styles["lines"]}>
        {events.map(({ key, at, text }) => (
          <li key={key}>
            <bdi dir="auto">{text}</bdi> <TimeAgo timestamp={at} className={styles["quiet"]} />
          </li>
        ))}
      </ul>
    </section>
  );
}
