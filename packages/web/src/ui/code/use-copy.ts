import { useEffect, useState } from "react";
import { copyText } from "#lib/format/copy-text.ts";

const feedbackMs = 2000;

/** Copies a text on request. The outcome is reset after two seconds. */
export function useCopy(textOf: () => string): {
  readonly outcome: "copied" | "failed" | null;
  readonly copy: () => void;
} {
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(() => setOutcome(null), feedbackMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  return { outcome, copy: () => void copyText(textOf()).then((done) => setOutcome(done ? "copied" : "failed")) };
}
