import { Button } from "@mantine/core";
import { counted } from "#lib/format/format.ts";
import { IconFilter } from "@tabler/icons-react";
import { ClearSelection } from "#ui/list/clear-selection.tsx";
import styles from "#features/failures/decisions/selection-bar.module.css";

interface RunsBarProps {
  readonly count: number;
  readonly onNarrow: () => void;
  readonly onClear: () => void;
}

/** Number of selected runs, and a button to show only their failures. */
export function RunsBar({ count, onNarrow, onClear }: RunsBarProps) {
  if (count === 0) return null;
  return (
    <section className={styles["bar"]} data-bottom-bar aria-label="Selection">
      <output>{`${counted(count, "run")} selected`}</output>
      <Button size="xs" leftSection={<IconFilter size={15} aria-hidden />} onClick={onNarrow}>
        {count === 1 ? "Only this run" : "Only these runs"}
      </Button>
      <ClearSelection onClear={onClear} />
    </section>
  );
}
