import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";

const timeoutMs = 10_000;

/**
 * Returns whether the trace viewer in a frame responds. It sends a message when it is ready. Calls `onEscape` when the user
 * presses Escape in the viewer.
 */
export function useViewerReady(onEscape: () => void): {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  readonly late: boolean;
} {
  const frame = useRef<HTMLIFrameElement>(null);
  const [late, setLate] = useState(false);
  const leave = useEffectEvent(onEscape);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), timeoutMs);
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      if (source !== frame.current?.contentWindow) return;
      const method = typeof data === "object" && data !== null && "method" in data ? data.method : null;
      if (method === "escape") leave();
      if (method !== "ready") return;
      clearTimeout(timer);
      setLate(false);
    };
    addEventListener("message", onMessage);
    return () => {
      clearTimeout(timer);
      removeEventListener("message", onMessage);
    };
  }, []);
  return { frame, late };
}
