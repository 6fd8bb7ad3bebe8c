import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from "react";
import { pointAt, type TimeLayout } from "./time-layout.ts";

/** Distance in pixels after which a press becomes a drag. */
const dragPx = 5;

interface SelectionInput {
  readonly layout: TimeLayout;
  readonly count: number;
  readonly onRange?: ((first: number, last: number) => void) | undefined;
  readonly onActive?: ((active: number | null) => void) | undefined;
}

export interface TimeSelection {
  /** Point under the pointer or selected with the keys. */
  readonly active: number | null;
  /** First and last selected point. */
  readonly marked: readonly [number, number] | null;
  readonly isMarking: boolean;
  readonly on: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerCancel: () => void;
    readonly onPointerLeave: () => void;
    readonly onClickCapture: (event: MouseEvent) => void;
    readonly onDragStart: (event: { preventDefault: () => void }) => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    readonly onFocus: () => void;
    readonly onBlur: () => void;
  };
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 };

/** Tracks the active point and the selected range of a chart, by pointer and keys. */
export function useTimeSelection({ layout, count, onRange, onActive }: SelectionInput): TimeSelection {
  const [active, setOwnActive] = useState<number | null>(null);
  const setActive = (next: number | null) => {
    setOwnActive(next);
    onActive?.(next);
  };
  const [anchor, setAnchor] = useState<number | null>(null);
  const press = useRef<{ readonly x: number; readonly point: number } | null>(null);
  const dragged = useRef(false);
  // Another range may have fewer points.
  const here = active === null ? null : Math.min(active, count - 1);
  const marked = anchor === null || here === null ? null : ([Math.min(anchor, here), Math.max(anchor, here)] as const);
  const pointOf = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) =>
    pointAt(layout, clientX - currentTarget.getBoundingClientRect().left);
  const choose = () => {
    setAnchor(null);
    if (marked !== null) onRange?.(...marked);
  };
  return {
    active: here,
    marked,
    isMarking: anchor !== null,
    on: {
      onPointerDown: (event) => {
        dragged.current = false;
        if (onRange !== undefined && event.button === 0) press.current = { x: event.clientX, point: pointOf(event) };
      },
      onPointerMove: (event) => {
        setActive(pointOf(event));
        const from = press.current;
        if (from === null || Math.abs(event.clientX - from.x) < dragPx) return;
        dragged.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        setAnchor(from.point);
      },
      onPointerUp: () => {
        press.current = null;
        if (dragged.current) choose();
      },
      onPointerCancel: () => {
        press.current = null;
        setAnchor(null);
      },
      onPointerLeave: () => {
        if (press.current === null) setActive(null);
      },
      onClickCapture: (event) => {
        if (!dragged.current) return;
        // Prevents the end of a drag from opening a link.
        event.preventDefault();
        event.stopPropagation();
        dragged.current = false;
      },
      onDragStart: (event) => event.preventDefault(),
      onKeyDown: (event) => {
        const at = here ?? count - 1;
        const step = event.key === "Home" ? -count : event.key === "End" ? count : steps[event.key];
        if (step !== undefined) {
          event.preventDefault();
          if (event.shiftKey && onRange !== undefined) setAnchor(anchor ?? at);
          else setAnchor(null);
          setActive(Math.min(count - 1, Math.max(0, at + step)));
        } else if (event.key === "Enter") {
          event.preventDefault();
          if (marked === null) follow(event);
          else choose();
        } else if (event.key === "Escape" && anchor !== null) {
          event.stopPropagation();
          setAnchor(null);
        }
      },
      onFocus: () => setActive(here ?? count - 1),
      onBlur: () => {
        setActive(null);
        setAnchor(null);
      },
    },
  };
}

/** Clicks the link of the active point, which handles new tabs and windows. */
function follow({ currentTarget, ctrlKey, metaKey, shiftKey }: KeyboardEvent<HTMLElement>): void {
  const click = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey });
  currentTarget.querySelector("a")?.dispatchEvent(click);
}
