import { useCallback, useRef, useState } from "react";
import type { ExportWords } from "./export-words.ts";
import type { WantedExport } from "./run-export.ts";

/** Runs exports, several at once, each kind once at a time; `running` names those under way by their words. */
export function useExport(): {
  readonly running: ReadonlySet<ExportWords>;
  readonly run: (wanted: WantedExport, words: ExportWords) => void;
} {
  const [running, setRunning] = useState<ReadonlySet<ExportWords>>(new Set());
  const busy = useRef(new Set<ExportWords>());
  const run = useCallback((wanted: WantedExport, words: ExportWords) => {
    // Its button shows the progress.
    if (busy.current.has(words)) return;
    busy.current.add(words);
    setRunning(new Set(busy.current));
    // Loaded on demand: most users of a page export nothing.
    void import("./run-export.ts")
      .then(({ exportAndSave }) => exportAndSave(wanted, words))
      .finally(() => {
        busy.current.delete(words);
        setRunning(new Set(busy.current));
      });
  }, []);
  return { running, run };
}
