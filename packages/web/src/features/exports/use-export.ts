import { useCallback, useRef, useState } from "react";
import type { ExportLabels } from "./export-labels.ts";
import type { RequestedExport } from "./run-export.ts";

/** Runs exports in parallel, but only one of each kind. `running` contains the messages of those in progress. */
export function useExport(): {
  readonly running: ReadonlySet<ExportLabels>;
  readonly run: (requested: RequestedExport, labels: ExportLabels) => void;
} {
  const [running, setRunning] = useState<ReadonlySet<ExportLabels>>(new Set());
  const busy = useRef(new Set<ExportLabels>());
  const run = useCallback((requested: RequestedExport, labels: ExportLabels) => {
    // The button already shows the progress of this kind.
    if (busy.current.has(labels)) return;
    busy.current.add(labels);
    setRunning(new Set(busy.current));
    // Loaded on demand, because most users of a page do not export.
    void import("./run-export.ts")
      .then(({ exportAndSave }) => exportAndSave(requested, labels))
      .finally(() => {
        busy.current.delete(labels);
        setRunning(new Set(busy.current));
      });
  }, []);
  return { running, run };
}
