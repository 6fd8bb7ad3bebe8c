import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useThemeColors } from "#ui/theme/theme-colors.ts";
import { drawGrid } from "./draw-grid.ts";
import type { GridBox } from "./grid-box.ts";
import { type GridGeometry, rowHeight } from "./grid-geometry.ts";
import type { GridModel, GridPosition } from "./grid-model.ts";

interface GridCanvasProps {
  readonly model: GridModel;
  /** Names of the columns. */
  readonly names: readonly string[];
  readonly geometry: GridGeometry;
  readonly scroll: { readonly left: number; readonly top: number };
  readonly byCause: boolean;
  readonly marked: ReadonlySet<number>;
  readonly active: GridPosition | null;
  readonly hovered: GridPosition | null;
  readonly box: GridBox | null;
  /** Row -1 is the header. */
  readonly onHover: (position: GridPosition | null) => void;
  readonly onActive: (active: GridPosition | null, box: GridBox | null) => void;
  readonly onOpen: (position: GridPosition) => void;
}

/** Canvas with pointer actions: a click selects a cell, or a column in the header, dragging (after a long press by touch) draws a box, and a double click opens the failure. */
export function GridCanvas(props: GridCanvasProps) {
  const { model, names, geometry, scroll, byCause, marked, active, hovered, box, onHover, onActive, onOpen } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const dragged = useRef<GridPosition | null>(null);
  const press = useLongPress(canvas, (at) => {
    dragged.current = at;
    onActive(at, { from: at, to: at });
  });
  const colorOf = useThemeColors();

  // Before the frame is painted, so that cells and names move together.
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    drawGrid(canvas.current, { model, names, geometry, scroll, byCause, marked, active, hovered, box, colorOf });
  }, [model, names, geometry, scroll, byCause, marked, active, hovered, box, colorOf]);

  const positionOf = ({ clientX, clientY, currentTarget }: PointerEvent): GridPosition | null => {
    const { left, top } = currentTarget.getBoundingClientRect();
    const column = Math.floor((clientX - left + scroll.left) / geometry.columnWidth);
    const isHeader = clientY - top < geometry.headerHeight;
    const row = isHeader ? -1 : Math.floor((clientY - top - geometry.headerHeight + scroll.top) / rowHeight);
    return column >= 0 && column < model.columns && row < model.rows ? { row, column } : null;
  };
  const select = (at: GridPosition, from: GridPosition | null) => {
    const { column } = at;
    if (at.row >= 0) onActive(at, from === null ? null : { from, to: at });
    else onActive(null, { from: { row: 0, column }, to: { row: model.rows - 1, column } });
  };

  return (
    <canvas
      ref={canvas}
      aria-hidden
      style={{ width: geometry.cellsWidth, height: geometry.height }}
      onPointerDown={(event) => {
        const at = positionOf(event);
        if (event.button !== 0 || at === null) return;
        // A finger scrolls, and selects when it is lifted. Held first, it draws a box.
        if (event.pointerType === "touch") {
          // A second finger zooms.
          if (!event.isPrimary) press.end();
          else if (at.row >= 0) press.start(event, at);
          return;
        }
        const from = event.shiftKey ? (box?.from ?? active) : null;
        select(at, from);
        if (at.row < 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        dragged.current = from ?? at;
      }}
      onPointerMove={(event) => {
        const at = positionOf(event);
        const from = dragged.current;
        press.move(event);
        if (at?.row !== hovered?.row || at?.column !== hovered?.column) onHover(at);
        if (from === null || at === null || at.row < 0 || (box === null && isSame(at, from))) return;
        if (active === null || !isSame(at, active)) select(at, from);
      }}
      onPointerUp={(event) => {
        const at = positionOf(event);
        const isTap = event.pointerType === "touch" && dragged.current === null;
        if (isTap && at !== null) select(at, null);
        dragged.current = null;
        press.end();
      }}
      onPointerCancel={() => {
        dragged.current = null;
        press.end();
      }}
      onContextMenu={(event) => {
        // A long press on a touch screen opens it.
        if (dragged.current !== null) event.preventDefault();
      }}
      onPointerLeave={() => onHover(null)}
      onDoubleClick={() => {
        if (active !== null) onOpen(active);
      }}
    />
  );
}

const longPressMs = 400;
/** A finger that moves further than this scrolls. */
const slopPx = 10;

interface Press {
  readonly timer: number;
  readonly x: number;
  readonly y: number;
}

/** Calls `onHold` for a cell that a finger holds. Until the finger is lifted, the page does not scroll. */
function useLongPress(canvas: RefObject<HTMLCanvasElement | null>, onHold: (at: GridPosition) => void) {
  const pressed = useRef<Press | null>(null);
  const isHeld = useRef(false);
  useEffect(() => {
    const element = canvas.current;
    // The browser asks before each touch whether it may scroll. React's listeners cannot refuse.
    const refuse = (event: TouchEvent) => {
      if (isHeld.current) event.preventDefault();
    };
    element?.addEventListener("touchmove", refuse, { passive: false });
    return () => element?.removeEventListener("touchmove", refuse);
  }, [canvas]);
  const cancel = () => {
    if (pressed.current !== null) window.clearTimeout(pressed.current.timer);
    pressed.current = null;
  };
  return {
    start: ({ clientX: x, clientY: y }: PointerEvent, at: GridPosition) => {
      cancel();
      const hold = () => {
        pressed.current = null;
        isHeld.current = true;
        onHold(at);
      };
      pressed.current = { timer: window.setTimeout(hold, longPressMs), x, y };
    },
    move: ({ clientX, clientY }: PointerEvent) => {
      const from = pressed.current;
      if (from !== null && Math.hypot(clientX - from.x, clientY - from.y) > slopPx) cancel();
    },
    end: () => {
      cancel();
      isHeld.current = false;
    },
  };
}

function isSame(a: GridPosition, b: GridPosition): boolean {
  return a.row === b.row && a.column === b.column;
}
