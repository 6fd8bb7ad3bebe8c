import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";

const timeoutMs = 10_000;

/**
 * Whether the trace viewer in a frame responds: it sends a message when it is ready, and calls `onEscape` when the
 * user leaves.
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
