import type { ClassFilter } from "@plumb/contract/failures/failure-window.ts";
import type { SubClass } from "@plumb/contract/failures/failures.ts";
import { cut } from "#lib/format/format.ts";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import styles from "./failure-rows.module.css";
import type { RowActions } from "./row-actions.ts";
import { RowCheckbox } from "./row-checkbox.tsx";

interface ClassCellProps {
  readonly id: number;
  /** Name of the selected row. */
  readonly name: string;
  readonly primaryClass: ClassFilter | null;
  readonly subClass: SubClass | null;
  /** `undefined` for viewers. */
  readonly actions: RowActions | undefined;
}

/** Class of a row, with its checkbox. */
export function ClassCell({ id, name, primaryClass, subClass, actions }: ClassCellProps) {
  return (
    <div className={styles["class"]}>
      {actions !== undefined && <RowCheckbox id={id} label={`Select ${cut(name, 100)}`} {...actions} />}
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
