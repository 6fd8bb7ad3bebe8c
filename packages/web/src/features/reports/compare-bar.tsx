import { Button, CloseButton, Kbd } from "@mantine/core";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { IconArrowsDiff } from "@tabler/icons-react";
import { cut } from "#lib/format/format.ts";
import { useShortcuts } from "#lib/keys/shortcut.ts";
import styles from "./compare-bar.module.css";

interface CompareBarProps {
  readonly selected: readonly Report[];
  readonly onCompare: (base: Report, head: Report) => void;
  readonly onClear: () => void;
}

/**
 * What is selected, and what can be done with two of it: the older one is what the other is compared with. `c` does it: behind a
 * list without an end, Tab hardly comes here.
 */
export function CompareBar({ selected, onCompare, onClear }: CompareBarProps) {
  const [base, head] = selected.toSorted(
    (a, b) => Date.parse(a.startTime) - Date.parse(b.startTime) || a.number - b.number,
  );
  const compare = () => {
    if (base !== undefined && head !== undefined) onCompare(base, head);
  };
  useShortcuts([{ key: "c", label: "Compare the two selected reports", run: compare }]);
  if (base === undefined) return null;
  return (
    <section className={styles["bar"]} data-bottom-bar aria-label="Selected reports">
      <output className={styles["names"]}>
        {head === undefined
          ? `${nameOf(base)} is selected. Select another report to compare.`
          : `${nameOf(base)} and ${nameOf(head)}`}
      </output>
      <Button
        size="xs"
        leftSection={<IconArrowsDiff size={15} aria-hidden />}
        rightSection={
          <Kbd size="xs" aria-hidden>
            c
          </Kbd>
        }
        aria-keyshortcuts="c"
        disabled={head === undefined}
        onClick={compare}
      >
        Compare
      </Button>
      <CloseButton size="sm" aria-label="Clear the selection" onClick={onClear} />
    </section>
  );
}

function nameOf({ testSuite, number }: Report): string {
  return `${cut(testSuite, 40)} #${number}`;
}
