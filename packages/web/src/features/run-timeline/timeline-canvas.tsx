import type { TimelineMark } from "@plumb/contract/runs/timeline.ts";
import { type PointerEvent, useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import { useThemeColors } from "#ui/theme/theme-colors.ts";
import { RunEnded } from "#ui/outcome/run-ended.ts";
import { drawTimeline, laneHeight } from "./draw-timeline.ts";
import { markText } from "./lane-text.ts";
import type { MarksByLane } from "./marks-by-lane.ts";
import styles from "./run-timeline.module.css";
import { between, panned, type TimeWindow, zoomed } from "./time-window.ts";

/** A press that moves fewer pixels is a click. */
const clickPixels = 5;
const reachPixels = 4;
const tipWidth = 300;

interface TimelineCanvasProps {
  readonly byLane: MarksByLane;
  /** Pixels. */
  readonly width: number;
  readonly window: TimeWindow;
  readonly duration: number;
  readonly active: TimelineMark | null;
  readonly onActive: (mark: TimelineMark | null) => void;
  readonly onWindow: (window: TimeWindow) => void;
  readonly onOpenResult: (resultId: number) => void;
}

/** Canvas with pointer actions: hovering shows a tooltip, a click opens the test, dragging and the wheel zoom. */
export function TimelineCanvas(props: TimelineCanvasProps) {
  const { byLane, width, window, duration, active, onActive, onWindow, onOpenResult } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const colorOf = useThemeColors();
  const runEnded = useContext(RunEnded);
  const height = byLane.lanes.length * laneHeight;
  const perPixel = (window.to - window.from) / Math.max(1, width);
  const timeAt = (x: number) => window.from + x * perPixel;
  const xOf = (time: number) => (time - window.from) / Math.max(Number.EPSILON, perPixel);

  useEffect(() => {
    if (canvas.current !== null) drawTimeline(canvas.current, { byLane, width, window, active, runEnded, colorOf });
  }, [byLane, width, window, active, runEnded, colorOf]);

  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const x = event.clientX - (canvas.current?.getBoundingClientRect().left ?? 0);
      onWindow(zoomed(window, Math.exp(Math.max(-1, Math.min(1, event.deltaY / 200))), timeAt(x), duration));
    } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY) && window.to - window.from < duration) {
      event.preventDefault();
      onWindow(panned(window, event.deltaX / Math.max(1, width), duration));
    }
  });
  useEffect(() => {
    const element = canvas.current;
    // React's listener is passive and cannot keep the page from zooming.
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, []);

  const location = (event: PointerEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: Math.max(0, Math.min(width, event.clientX - left)), y: event.clientY - top };
  };
  const markAt = ({ x, y }: { x: number; y: number }) =>
    byLane.at(Math.floor(y / laneHeight), timeAt(x), reachPixels * perPixel);

  const selected = drag !== null && Math.abs(drag.to - drag.from) >= clickPixels;
  return (
    <>
      <canvas
        ref={canvas}
        style={{ width, height, cursor: active === null ? "crosshair" : "pointer" }}
        aria-hidden
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const { x } = location(event);
          setDrag({ from: x, to: x });
        }}
        onPointerMove={(event) => {
          const at = location(event);
          if (drag === null) onActive(markAt(at));
          else setDrag({ ...drag, to: at.x });
        }}
        onPointerUp={(event) => {
          if (drag === null) return;
          setDrag(null);
          if (selected) onWindow(between(timeAt(drag.from), timeAt(drag.to), duration));
          else {
            const mark = markAt(location(event));
            if (mark !== null) onOpenResult(mark.resultId);
          }
        }}
        onPointerCancel={() => setDrag(null)}
        onPointerLeave={() => onActive(null)}
      />
      {selected && (
        <span
          className={styles["selection"]}
          style={{ left: Math.min(drag.from, drag.to), width: Math.abs(drag.to - drag.from), height }}
        />
      )}
      {active !== null && drag === null && (
        <Tip
          mark={active}
          left={Math.max(0, Math.min(xOf(active.start), width - Math.min(tipWidth, width)))}
          top={(active.lane + 1) * laneHeight + 2}
        />
      )}
    </>
  );
}

function Tip({ mark, left, top }: { readonly mark: TimelineMark; readonly left: number; readonly top: number }) {
  const { name, facts } = markText(mark, useContext(RunEnded));
  return (
    <div className={styles["tip"]} style={{ left, top, maxWidth: tipWidth }} aria-hidden>
      <span>{name}</span>
      <span>{facts}</span>
    </div>
  );
}
