import type { TestCause } from "@plumb/contract/tests/tests.ts";
import { Link } from "@tanstack/react-router";
import { cut, formatCount } from "#lib/format/format.ts";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import panel from "#ui/layout/panel.module.css";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import styles from "./test-view.module.css";

export function CausesSection({ causes }: { readonly causes: readonly TestCause[] }) {
  return (
    <section className={`${panel["panel"]} ${styles["section"]}`} aria-label="Causes">
      <h2>Causes</h2>
      {causes.length === 0 ? (
        <p className={styles["quiet"]}>No failures are stored.</p>
      ) : (
        <ul className={styles["causes"]}>
          {causes.map(({ groupId, message, primaryClass, failures, lastSeen }) => (
            <li key={groupId}>
              <b title="Failures, and attempts that failed before it passed">{`${formatCount(failures)} ×`}</b>
              <span>
                <Link to="/defects" search={{ group: groupId }} title={message}>
                  <bdi dir="auto">{cut(message, 300)}</bdi>
                </Link>
                <span className={styles["quiet"]}>
                  <ClassBadge of={primaryClass ?? "Unclassified"} /> <TimeAgo timestamp={lastSeen} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
