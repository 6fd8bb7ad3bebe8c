import { type RefObject, useEffect, useRef, useState } from "react";

const patienceMs = 10_000;

/** Whether the trace viewer in a frame answers: it tells the page around it when it is ready. */
export function useViewerReady(): {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  readonly late: boolean;
} {
  const frame = useRef<HTMLIFrameElement>(null);
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      const isReady = typeof data === "object" && data !== null && "method" in data && data.method === "ready";
      if (source !== frame.current?.contentWindow || !isReady) return;
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
