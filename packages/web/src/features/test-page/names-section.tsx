import { Button } from "@mantine/core";
import type { RelatedTest, TestDetails } from "@plumb/contract/tests/test-page.ts";
import { Link } from "@tanstack/react-router";
import { cut, formatCalendarDay } from "#lib/format/format.ts";
import panel from "#ui/layout/panel.module.css";
import styles from "./test-view.module.css";

export interface NameActions {
  /** Merges the test `testId` into `sameAs`; `null` separates it. */
  readonly onMerge: (testId: number, sameAs: number | null) => void;
}

interface NamesSectionProps {
  readonly test: TestDetails;
  /** `undefined` for viewers. */
  readonly actions: NameActions | undefined;
}

/** Earlier and possible earlier names of a test. Empty if there are none. */
export function NamesSection({ test, actions }: NamesSectionProps) {
  const { formerly, suggestions } = test;
  if (formerly.length === 0 && (suggestions.length === 0 || actions === undefined)) return null;
  return (
    <section className={`${panel["panel"]} ${styles["section"]}`} aria-label="Other names">
      <h2>Other names</h2>
      {formerly.length > 0 && (
        <ul className={styles["names"]} aria-label="Earlier names">
          {formerly.map((former) => (
            <li key={former.id}>
              <Related test={former} />
              {actions !== undefined && (
                <Button size="compact-sm" variant="default" onClick={() => actions.onMerge(former.id, null)}>
                  Separate
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {suggestions.length > 0 && actions !== undefined && (
        <>
          <h3>Was it renamed or moved?</h3>
          <ul className={styles["names"]} aria-label="Possibly the same test">
            {suggestions.map((other) => {
              const isOlder = other.lastDay <= test.firstDay;
              return (
                <li key={other.id}>
                  <Related test={other} />
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => (isOlder ? actions.onMerge(other.id, test.id) : actions.onMerge(test.id, other.id))}
                  >
                    {isOlder ? "Its former name" : "Its new name"}
                  </Button>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </section>
  );
}

function Related({ test }: { readonly test: RelatedTest }) {
  return (
    <span>
      <Link to="/tests/$testId" params={{ testId: String(test.id) }}>
        <bdi dir="auto">{cut(test.titlePath.join(" › "), 300)}</bdi>
      </Link>
      <span className={styles["quiet"]}>
        {[test.file, `${formatCalendarDay(test.firstDay)} to ${formatCalendarDay(test.lastDay)}`]
          .filter((part) => part !== null)
          .join(" · ")}
      </span>
    </span>
  );
}
