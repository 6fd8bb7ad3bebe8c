import { UnstyledButton } from "@mantine/core";
import { cut, formatCount } from "#lib/format/format.ts";
import type { CauseMark } from "./grid-marks.ts";
import type { GridModel } from "./grid-model.ts";
import { columnName } from "./grid-texts.ts";
import styles from "./test-grid.module.css";

const maxMarks = 3;
const maxColumns = 8;

interface MarkListProps {
  readonly model: GridModel;
  readonly marks: readonly CauseMark[];
  readonly onSelect: (column: number) => void;
}

/** Lists causes for which many tests of a column failed, with buttons that select these columns, latest first. */
export function MarkList({ model, marks, onSelect }: MarkListProps) {
  if (marks.length === 0) return null;
  return (
    <ul className={styles["marks"]} aria-label="Columns with one cause">
      {marks.slice(0, maxMarks).map(({ cause, columns, failed, executed, traits }) => (
        <li key={cause.groupId}>
          <bdi dir="auto">{cut(cause.message, 100)}</bdi>
          {` failed ${formatCount(failed)} of ${formatCount(executed)} tests in `}
          {columns
            .slice(-maxColumns)
            .toReversed()
            .map((column) => (
              <UnstyledButton key={column} className={styles["mark"] ?? ""} onClick={() => onSelect(column)}>
                {columnName(model.grid, column)}
              </UnstyledButton>
            ))}
          {columns.length > maxColumns && ` and ${columns.length - maxColumns} more`}
          {traits.length > 0 && <span className={styles["quiet"]}>{` · all with ${cut(traits.join(", "), 120)}`}</span>}
        </li>
      ))}
    </ul>
  );
}
