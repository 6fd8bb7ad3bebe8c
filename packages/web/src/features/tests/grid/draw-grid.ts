import { cutInMiddle } from "@plumb/contract/text/cut.ts";
import type { CanvasColor } from "#ui/theme/theme-colors.ts";
import { type GridBox, sortedBox } from "./grid-box.ts";
import { characterWidth, type GridGeometry, rowHeight } from "./grid-geometry.ts";
import type { GridModel, GridPosition } from "./grid-model.ts";

/** Pixels between cells. */
const gap = 1;

/** Number of causes with their own colour and letter. */
export const namedCauses = 8;

interface GridDrawing {
  readonly model: GridModel;
  /** Names of the columns. */
  readonly names: readonly string[];
  readonly geometry: GridGeometry;
  /** Pixels. */
  readonly scroll: { readonly left: number; readonly top: number };
  readonly byCause: boolean;
  readonly active: GridPosition | null;
  readonly hovered: GridPosition | null;
  readonly box: GridBox | null;
  /** Columns in which many tests fail for one cause. */
  readonly marked: ReadonlySet<number>;
  readonly colorOf: (color: CanvasColor) => string;
}

interface CellStyle {
  readonly color: CanvasColor;
  readonly letter: string;
  /** Share of the height. As in the bars of past outcomes, failures have the highest cells, so that they are seen without colour. */
  readonly share: number;
}

const styles: Readonly<Record<string, CellStyle>> = {
  F: { color: "failed-ink", letter: "F", share: 1 },
  E: { color: "errored-ink", letter: "E", share: 1 },
  K: { color: "flaky-ink", letter: "K", share: 0.7 },
  R: { color: "running-ink", letter: "R", share: 0.7 },
  P: { color: "passed", letter: "", share: 0.3 },
  S: { color: "skipped", letter: "", share: 0.12 },
};

/** Letter of a cause in the legend and in cells. */
export function causeLetter(index: number): string {
  return index >= 0 && index < namedCauses ? String.fromCodePoint(65 + index) : index === -1 ? "?" : "·";
}

export function causeColor(index: number): CanvasColor {
  return index >= 0 && index < namedCauses ? (`cause-${index + 1}` as CanvasColor) : "ink-2";
}

/** Draws the visible cells and the header. The time depends on the size of the canvas and not on the grid. */
export function drawGrid(canvas: HTMLCanvasElement, drawing: GridDrawing): void {
  const { model, geometry, scroll, colorOf } = drawing;
  const { cellsWidth: width, height, columnWidth, headerHeight } = geometry;
  const scale = globalThis.devicePixelRatio || 1;
  const [deviceWidth, deviceHeight] = [Math.round(width * scale), Math.round(height * scale)];
  // Setting the size is slow, even to the same value.
  if (canvas.width !== deviceWidth || canvas.height !== deviceHeight) {
    canvas.width = deviceWidth;
    canvas.height = deviceHeight;
  }
  const context = canvas.getContext("2d");
  if (context === null || width <= 0) return;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.fillStyle = colorOf("panel");
  context.fillRect(0, 0, width, height);
  const columns = spanOf(scroll.left, width, columnWidth, model.columns);
  drawHovered(context, drawing);
  drawCells(context, drawing, spanOf(scroll.top, height - headerHeight, rowHeight, model.rows), columns);
  drawFrames(context, drawing);
  drawHeader(context, drawing, columns);
}

interface Span {
  readonly first: number;
  readonly last: number;
}

function spanOf(start: number, length: number, size: number, count: number): Span {
  return {
    first: Math.max(0, Math.floor(start / size)),
    last: Math.min(count - 1, Math.floor((start + length) / size)),
  };
}

function drawHovered(context: CanvasRenderingContext2D, { geometry, scroll, hovered, colorOf }: GridDrawing): void {
  if (hovered === null) return;
  const { cellsWidth, height, columnWidth, headerHeight } = geometry;
  context.fillStyle = colorOf("hover");
  if (hovered.row >= 0) context.fillRect(0, headerHeight + hovered.row * rowHeight - scroll.top, cellsWidth, rowHeight);
  context.fillRect(hovered.column * columnWidth - scroll.left, headerHeight, columnWidth, height);
}

function drawCells(context: CanvasRenderingContext2D, drawing: GridDrawing, rows: Span, columns: Span): void {
  const { model, geometry, scroll, byCause, colorOf } = drawing;
  const { columnWidth, headerHeight } = geometry;
  context.font = `bold 11px ${getComputedStyle(context.canvas).fontFamily}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (let row = rows.first; row <= rows.last; row++) {
    const y = headerHeight + (row + 1) * rowHeight - scroll.top - gap;
    for (let column = columns.first; column <= columns.last; column++) {
      const style = styles[model.letter({ row, column })];
      if (style === undefined) continue;
      const cause = byCause ? model.firstCause({ row, column }) : -3;
      const x = column * columnWidth - scroll.left;
      const height = Math.max(2, (rowHeight - 2 * gap) * style.share);
      context.fillStyle = colorOf(cause === -3 ? style.color : causeColor(cause));
      context.fillRect(x + gap / 2, y - height, columnWidth - gap, height);
      const letter = cause === -3 ? style.letter : causeLetter(cause);
      if (letter === "") continue;
      context.fillStyle = colorOf("panel");
      context.fillText(letter, x + columnWidth / 2, y - height / 2 + 0.5);
    }
  }
}

function drawFrames(context: CanvasRenderingContext2D, { geometry, scroll, box, active, colorOf }: GridDrawing): void {
  const { columnWidth, headerHeight } = geometry;
  const rectangle = ({ from, to }: GridBox) =>
    [
      from.column * columnWidth - scroll.left,
      headerHeight + from.row * rowHeight - scroll.top,
      (to.column - from.column + 1) * columnWidth,
      (to.row - from.row + 1) * rowHeight,
    ] as const;
  context.lineWidth = 2;
  context.strokeStyle = colorOf("brand-ink");
  context.fillStyle = colorOf("brand-ink");
  if (box !== null) {
    context.globalAlpha = 0.12;
    context.fillRect(...rectangle(sortedBox(box)));
    context.globalAlpha = 1;
    context.strokeRect(...rectangle(sortedBox(box)));
  }
  if (active !== null) context.strokeRect(...rectangle({ from: active, to: active }));
}

/** Columns of at least this many pixels have horizontal names. */
const horizontalWidth = 90;

function drawHeader(context: CanvasRenderingContext2D, drawing: GridDrawing, columns: Span): void {
  const { geometry, scroll, names, marked, colorOf, active } = drawing;
  const { cellsWidth, columnWidth, headerHeight } = geometry;
  context.fillStyle = colorOf("panel");
  context.fillRect(0, 0, cellsWidth, headerHeight);
  context.fillStyle = colorOf("line");
  context.fillRect(0, headerHeight - 1, cellsWidth, 1);
  context.font = `12px ${getComputedStyle(context.canvas).fontFamily}`;
  context.textAlign = "left";
  const isHorizontal = columnWidth >= horizontalWidth;
  for (let column = columns.first; column <= columns.last; column++) {
    const x = column * columnWidth - scroll.left;
    if (marked.has(column)) {
      context.fillStyle = colorOf("failed-ink");
      context.fillRect(x + gap / 2, headerHeight - 6, columnWidth - gap, 5);
    }
    context.save();
    context.fillStyle = colorOf(marked.has(column) ? "failed-ink" : column === active?.column ? "ink" : "ink-2");
    context.translate(x + (isHorizontal ? 6 : columnWidth / 2), headerHeight - (isHorizontal ? 20 : 12));
    if (!isHorizontal) context.rotate(-Math.PI / 2);
    const length = isHorizontal ? columnWidth - 12 : headerHeight - 16;
    context.fillText(cutInMiddle(names[column] ?? "", Math.floor(length / characterWidth)), 0, 0);
    context.restore();
  }
}
