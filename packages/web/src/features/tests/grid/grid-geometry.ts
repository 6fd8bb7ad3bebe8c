import type { GridModel, GridPosition } from "./grid-model.ts";

/** Pixels. */
export const rowHeight = 20;
const maxHeaderHeight = 104;
/** Width of a character of the monospaced names. */
export const characterWidth = 7.25;
const maxColumnWidth = 120;
const minColumnWidth = 14;
const maxNameWidth = 360;
/** Below this width, names get less space. */
const narrowWidth = 600;

/** Sizes in pixels. */
export interface GridGeometry {
  readonly width: number;
  readonly height: number;
  readonly nameWidth: number;
  readonly columnWidth: number;
  readonly headerHeight: number;
  /** Visible part of the cells, with their header. */
  readonly cellsWidth: number;
  /** All cells, with names and header. */
  readonly contentWidth: number;
  readonly contentHeight: number;
}

/** @param names Names of the columns. */
export function geometryOf(
  size: { width: number; height: number },
  model: GridModel,
  names: readonly string[],
): GridGeometry {
  // A canvas with a fraction of a pixel would be blurred.
  const [width, height] = [Math.floor(size.width), Math.floor(size.height)];
  const nameWidth = width < narrowWidth ? Math.round(width * 0.42) : Math.min(maxNameWidth, Math.round(width * 0.3));
  const left = Math.max(0, width - nameWidth);
  const columns = Math.max(1, model.columns);
  const columnWidth = Math.max(minColumnWidth, Math.min(maxColumnWidth, Math.floor(left / columns)));
  const longest = Math.max(0, ...names.map((name) => name.length));
  const headerHeight = Math.min(maxHeaderHeight, Math.ceil(longest * characterWidth) + 22);
  return {
    width,
    height,
    nameWidth,
    columnWidth,
    headerHeight,
    cellsWidth: Math.min(left, columns * columnWidth),
    contentWidth: nameWidth + columns * columnWidth,
    contentHeight: headerHeight + model.rows * rowHeight,
  };
}

/** Scrolls so that a cell is visible. */
export function scrollToCell(
  element: HTMLElement,
  { row, column }: GridPosition,
  { columnWidth, cellsWidth, headerHeight, height }: GridGeometry,
): void {
  const [x, y] = [column * columnWidth, row * rowHeight];
  if (x < element.scrollLeft) element.scrollLeft = x;
  else if (x + columnWidth > element.scrollLeft + cellsWidth) element.scrollLeft = x + columnWidth - cellsWidth;
  const visible = height - headerHeight;
  if (y < element.scrollTop) element.scrollTop = y;
  else if (y + rowHeight > element.scrollTop + visible) element.scrollTop = y + rowHeight - visible;
}

interface Moved {
  readonly model: GridModel;
  readonly active: GridPosition | null;
  /** Rows of a page. */
  readonly page: number;
}

const moves: Readonly<Record<string, (page: number) => { readonly right: number; readonly down: number }>> = {
  ArrowLeft: () => ({ right: -1, down: 0 }),
  ArrowRight: () => ({ right: 1, down: 0 }),
  ArrowUp: () => ({ right: 0, down: -1 }),
  ArrowDown: () => ({ right: 0, down: 1 }),
  PageUp: (page) => ({ right: 0, down: -page }),
  PageDown: (page) => ({ right: 0, down: page }),
  Home: () => ({ right: -Infinity, down: 0 }),
  End: () => ({ right: Infinity, down: 0 }),
};

/** Returns the cell to which a key moves; `null` for other keys. The first key goes to the first test in the last column. */
export function movedBy(key: string, { model, active, page }: Moved): GridPosition | null {
  const move = moves[key]?.(page);
  if (move === undefined) return null;
  const last = { row: model.rows - 1, column: model.columns - 1 };
  if (active === null) return { row: 0, column: last.column };
  return {
    row: Math.max(0, Math.min(last.row, active.row + move.down)),
    column: Math.max(0, Math.min(last.column, active.column + move.right)),
  };
}
