import { useCallback, useRef, useState } from "react";
import type { ExportWords } from "./export-words.ts";
import type { WantedExport } from "./run-export.ts";

/** Runs exports in parallel, but only one of each kind. `running` contains the messages of those in progress. */
export function useExport(): {
  readonly running: ReadonlySet<ExportWords>;
  readonly run: (wanted: WantedExport, words: ExportWords) => void;
} {
  const [running, setRunning] = useState<ReadonlySet<ExportWords>>(new Set());
  const busy = useRef(new Set<ExportWords>());
  const run = useCallback((wanted: WantedExport, words: ExportWords) => {
    // The button already shows the progress of this kind.
    if (busy.current.has(words)) return;
    busy.current.add(words);
    setRunning(new Set(busy.current));
    // Loaded on demand, because most users of a page do not export.
    void import("./run-export.ts")
      .then(({ exportAndSave }) => exportAndSave(wanted, words))
      .finally(() => {
        busy.current.delete(words);
        setRunning(new Set(busy.current));
      });
  }, []);
  return { running, run };
}
