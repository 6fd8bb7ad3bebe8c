import { cutInMiddle } from "@plumb/contract/text/cut.ts";
import { Link } from "@tanstack/react-router";
import { memo } from "react";
import { characterWidth, type GridGeometry, rowHeight } from "./grid-geometry.ts";
import { failsThroughout } from "./grid-marks.ts";
import type { GridModel } from "./grid-model.ts";
import { testName } from "./grid-texts.ts";
import styles from "./test-grid.module.css";

/** Pixels around a name. */
const padding = 20;
/** Names change in steps of this many rows, so that most frames of scrolling change no element. */
const step = 10;

/** Returns the first row whose name is rendered. */
export function namesFrom(top: number): number {
  return Math.max(0, (Math.floor(top / rowHeight / step) - 1) * step);
}

interface GridNamesProps extends RowsProps {
  /** Scrolled pixels. */
  readonly top: number;
}

/** Names of the visible tests, with links to their pages. */
export function GridNames({ top, ...rows }: GridNamesProps) {
  const { nameWidth, headerHeight } = rows.geometry;
  return (
    <div className={styles["names"]} style={{ width: nameWidth, paddingTop: headerHeight }}>
      <div className={styles["rows"]} style={{ transform: `translateY(${-top}px)` }}>
        <Rows {...rows} />
      </div>
      <div className={styles["corner"]} style={{ width: nameWidth, height: headerHeight }} aria-hidden>
        Test
      </div>
    </div>
  );
}

interface RowsProps {
  readonly model: GridModel;
  readonly geometry: GridGeometry;
  readonly first: number;
  readonly activeRow: number;
}

const Rows = memo(({ model, geometry: { nameWidth, height }, first, activeRow }: RowsProps) => {
  const last = Math.min(model.rows, first + Math.ceil(height / rowHeight) + 3 * step);
  return Array.from({ length: Math.max(0, last - first) }, (_, index) => {
    const row = first + index;
    const test = model.test(row);
    if (test === undefined) return null;
    const name = testName(test);
    const fails = failsThroughout(model, row);
    const about = [
      name,
      ...(test.owner === null ? [] : [test.owner]),
      ...(fails ? ["Failed for one cause in all columns"] : []),
    ];
    return (
      <Link
        key={test.id}
        to="/tests/$testId"
        params={{ testId: String(test.id) }}
        // The arrow keys reach all rows, and there may be thousands of links.
        tabIndex={-1}
        className={styles["name"]}
        data-active={row === activeRow || undefined}
        data-fails={fails || undefined}
        style={{ top: row * rowHeight, height: rowHeight }}
        title={about.join("\n")}
      >
        <bdi dir="auto">{cutInMiddle(name, Math.max(8, Math.floor((nameWidth - padding) / characterWidth)))}</bdi>
      </Link>
    );
  });
});
