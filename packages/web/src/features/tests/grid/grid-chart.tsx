import { VisuallyHidden } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { GridBox } from "./grid-box.ts";
import { GridCanvas } from "./grid-canvas.tsx";
import { geometryOf, movedBy, rowHeight, scrollToCell } from "./grid-geometry.ts";
import type { GridModel, GridPosition } from "./grid-model.ts";
import { GridNames, namesFrom } from "./grid-names.tsx";
import { columnName, spokenCell } from "./grid-texts.ts";
import { GridTip } from "./grid-tip.tsx";
import styles from "./test-grid.module.css";

interface GridChartProps {
  readonly model: GridModel;
  readonly byCause: boolean;
  readonly marked: ReadonlySet<number>;
  readonly active: GridPosition | null;
  readonly box: GridBox | null;
  readonly onActive: (active: GridPosition | null, box: GridBox | null) => void;
  readonly onOpen: (position: GridPosition) => void;
}

/**
 * Cells of tests and runs on a canvas, which stays in place while a larger element scrolls, with the names of the visible tests beside it. Both
 * move in the same frame. All pointer actions are also available by keyboard.
 */
export function GridChart(props: GridChartProps) {
  const { model, active, box, onActive, onOpen } = props;
  const { ref: sized, width, height } = useElementSize();
  const scroller = useRef<HTMLDivElement>(null);
  const [scroll, setScroll] = useState({ left: 0, top: 0 });
  const [hovered, setHovered] = useState<GridPosition | null>(null);
  const [byKeyboard, setByKeyboard] = useState(false);
  const names = useMemo(() => model.grid.columns.map((_, index) => columnName(model.grid, index)), [model]);
  const geometry = useMemo(() => geometryOf({ width, height }, model, names), [model, width, height, names]);

  const readScroll = () => {
    const { scrollLeft: left = 0, scrollTop: top = 0 } = scroller.current ?? {};
    setScroll({ left, top });
  };
  const isSized = width > 0;
  useLayoutEffect(() => {
    // The latest columns are on the right.
    if (isSized && scroller.current !== null) scroller.current.scrollLeft = scroller.current.scrollWidth;
  }, [isSized]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((height - geometry.headerHeight) / rowHeight) - 1);
    const next = movedBy(event.key, { model, active, page });
    if (next !== null) {
      setByKeyboard(true);
      onActive(next, event.shiftKey ? { from: box?.from ?? active ?? next, to: next } : null);
      if (scroller.current !== null) scrollToCell(scroller.current, next, geometry);
    } else if (event.key === "Escape" && (active !== null || box !== null)) onActive(null, null);
    else if (event.key === "Enter" && active !== null) onOpen(active);
    else return;
    event.preventDefault();
  };

  // Its details would cover the box.
  const isBoxEnd = box !== null && hovered?.row === box.to.row && hovered.column === box.to.column;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is interactive
    <div
      className={styles["scroller"]}
      ref={scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application is operated by keys
      tabIndex={0}
      role="application"
      aria-label="Grid of tests and runs. Use the arrow keys to move between cells, Shift with an arrow key to select a box, Enter to open a failure, and Escape to clear."
      onScroll={readScroll}
      onKeyDown={onKeyDown}
    >
      <div
        style={{ width: geometry.contentWidth, minWidth: "100%", height: geometry.contentHeight, minHeight: "100%" }}
      >
        <div className={styles["frame"]} ref={sized}>
          <GridNames
            model={model}
            geometry={geometry}
            top={scroll.top}
            first={namesFrom(scroll.top)}
            activeRow={hovered?.row ?? active?.row ?? -1}
          />
          <GridCanvas
            {...props}
            names={names}
            geometry={geometry}
            scroll={scroll}
            hovered={hovered}
            onHover={setHovered}
            onActive={(...chosen) => {
              setByKeyboard(false);
              onActive(...chosen);
            }}
          />
          {hovered !== null && !isBoxEnd && <GridTip model={model} at={hovered} geometry={geometry} scroll={scroll} />}
        </div>
      </div>
      <VisuallyHidden aria-live="polite">{active !== null && byKeyboard && spokenCell(model, active)}</VisuallyHidden>
    </div>
  );
}
