import { cutInMiddle } from "@plumb/contract/text/cut.ts";
import { type GridGeometry, rowHeight } from "./grid-geometry.ts";
import type { GridModel, GridPosition } from "./grid-model.ts";
import { causeText, columnDetails, columnName, outcomeText, testName } from "./grid-texts.ts";
import styles from "./test-grid.module.css";

/** Pixels, about the height of six lines. */
const tip = { width: 320, height: 120, gap: 6 };
const nameLength = 90;

interface GridTipProps {
  readonly model: GridModel;
  /** Row -1 is the header. */
  readonly at: GridPosition;
  readonly geometry: GridGeometry;
  readonly scroll: { readonly left: number; readonly top: number };
}

/** Details of the cell under the pointer. Those of the selected cell are above the grid. */
export function GridTip({ model, at, geometry, scroll }: GridTipProps) {
  const { width, height, nameWidth, columnWidth, headerHeight } = geometry;
  const test = model.test(at.row);
  const cause = causeText(model, at);
  const x = nameWidth + (at.column + 1) * columnWidth - scroll.left + tip.gap;
  const below = headerHeight + (at.row + 1) * rowHeight - (at.row === -1 ? 0 : scroll.top) + tip.gap;
  return (
    <div
      className={styles["tip"]}
      style={{
        width: tip.width,
        left: Math.max(4, x + tip.width > width ? x - columnWidth - tip.width - 2 * tip.gap : x),
        top: below + tip.height > height ? below - rowHeight - tip.height - 2 * tip.gap : below,
      }}
      aria-hidden
    >
      <b>{columnName(model.grid, at.column)}</b>
      {test !== undefined && <bdi dir="auto">{cutInMiddle(testName(test), nameLength)}</bdi>}
      {test !== undefined && <span>{outcomeText(model, at)}</span>}
      {cause !== null && <bdi dir="auto">{cause}</bdi>}
      <span className={styles["quiet"]}>{columnDetails(model.grid, at.column)}</span>
    </div>
  );
}
