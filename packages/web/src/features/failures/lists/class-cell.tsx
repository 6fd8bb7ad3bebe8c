import { Checkbox } from "@mantine/core";
import type { ClassFilter } from "@plumb/contract/failures/failure-window.ts";
import type { SubClass } from "@plumb/contract/failures/failures.ts";
import { cut } from "#lib/format/format.ts";
import { ClassBadge } from "#ui/class-badge.tsx";
import styles from "./failure-rows.module.css";
import type { RowActs } from "./use-row-keys.ts";

interface ClassCellProps {
  readonly id: number;
  /** Name of the selected row. */
  readonly name: string;
  readonly primaryClass: ClassFilter | null;
  readonly subClass: SubClass | null;
  /** Undefined for viewers. */
  readonly acts: RowActs | undefined;
}

/** Class of a row, with its checkbox. */
export function ClassCell({ id, name, primaryClass, subClass, acts }: ClassCellProps) {
  return (
    <div className={styles["class"]}>
      {acts !== undefined && (
        <Checkbox
          size="xs"
          aria-label={`Select ${cut(name, 100)}`}
          checked={acts.selected.has(id)}
          onChange={() => acts.onSelect(id)}
        />
      )}
      <span className={styles["two"]}>
        <ClassBadge of={primaryClass ?? "Unclassified"} />
        {subClass !== null && (
          <span className={styles["under"]} title={`${subClass.code} ${subClass.name}`}>
            {cut(subClass.name, 60)}
          </span>
        )}
      </span>
    </div>
  );
}
