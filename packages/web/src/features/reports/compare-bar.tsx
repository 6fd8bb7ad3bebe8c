import { Button, Kbd } from "@mantine/core";
import { maxCompared } from "@plumb/contract/runs/change-names.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { IconArrowsDiff } from "@tabler/icons-react";
import { cut } from "#lib/format/format.ts";
import { useShortcuts } from "#lib/keys/shortcut.ts";
import { ClearSelection } from "#ui/list/clear-selection.tsx";
import styles from "./compare-bar.module.css";

interface CompareBarProps {
  readonly selected: readonly Report[];
  /** Receives the reports, the oldest first. */
  readonly onCompare: (reports: readonly Report[]) => void;
  readonly onClear: () => void;
}

/**
 * Selected reports, with a button to compare two or more. The oldest one is the base. The shortcut `c` does the same, because
 * users rarely reach the bar with Tab after a long list.
 */
export function CompareBar({ selected, onCompare, onClear }: CompareBarProps) {
  const reports = selected.toSorted((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime) || a.number - b.number);
  const [first, second] = reports;
  const compare = () => {
    if (second !== undefined) onCompare(reports);
  };
  useShortcuts([{ key: "c", label: "Compare the selected reports", run: compare }]);
  if (first === undefined) return null;
  return (
    <section className={styles["bar"]} data-bottom-bar aria-label="Selected reports">
      <output className={styles["names"]}>
        {second === undefined
          ? `${nameOf(first)} is selected. Select another report to compare.`
          : reports.length === 2
            ? `${nameOf(first)} and ${nameOf(second)}`
            : `${reports.length} reports${reports.length === maxCompared ? " (maximum)" : ""}`}
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
        disabled={second === undefined}
        onClick={compare}
      >
        Compare
      </Button>
      <ClearSelection onClear={onClear} />
    </section>
  );
}

function nameOf({ testSuite, number }: Report): string {
  return `${cut(testSuite, 40)} #${number}`;
}
