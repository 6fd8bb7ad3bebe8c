import { useCallback, useRef, useState } from "react";
import type { ExportWords } from "./export-words.ts";
import type { WantedExport } from "./run-export.ts";

/** Runs one export at a time; `running` names the one under way by its words. */
export function useExport(): {
  readonly running: ExportWords | null;
  readonly run: (wanted: WantedExport, words: ExportWords) => void;
} {
  const [running, setRunning] = useState<ExportWords | null>(null);
  const busy = useRef(false);
  const run = useCallback((wanted: WantedExport, words: ExportWords) => {
    if (busy.current) return;
    busy.current = true;
    setRunning(words);
    // Fetched when it is needed: most who open a page export nothing.
    void import("./run-export.ts")
      .then(({ exportAndSave }) => exportAndSave(wanted, words))
      .finally(() => {
        busy.current = false;
        setRunning(null);
      });
  }, []);
  return { running, run };
}
