import type { Export } from "@plumb/contract/runs/exports.ts";
import { useState } from "react";
import { ExportsList } from "./exports-list.tsx";
import { sampleExport } from "./sample-export.ts";

function Example({ exports, shown }: { readonly exports: readonly Export[]; readonly shown?: number }) {
  const [removed, setRemoved] = useState("");
  return (
    <main style={{ padding: 16 }}>
      <h1>Exports</h1>
      <ExportsList
        exports={exports}
        shown={shown}
        busy={null}
        onRemove={(one) => setRemoved(`${one.exportId}`)}
        onDownload={(one) => setRemoved(`file of ${one.exportId}`)}
      />
      <output>{removed}</output>
    </main>
  );
}

export const Nothing = () => <Example exports={[]} />;

export const Several = () => (
  <Example
    shown={3}
    exports={[
      sampleExport({ exportId: 5, state: "queued", bytes: null, downloadUrl: null, expiresAt: null }),
      sampleExport({
        exportId: 4,
        state: "running",
        done: 12_400,
        total: 50_000,
        bytes: null,
        downloadUrl: null,
        expiresAt: null,
        format: "html",
        includeArtifacts: true,
        fileName: "plumb-checkout-e2e-1.zip",
      }),
      sampleExport({ exportId: 3 }),
      sampleExport({
        exportId: 2,
        state: "failed",
        bytes: null,
        downloadUrl: null,
        requestedBy: null,
        mayDelete: false,
        error: "The server's disk is full. The export was not saved; start it again when there is free space.",
      }),
      sampleExport({ exportId: 1, state: "cancelled", bytes: null, downloadUrl: null, format: "json" }),
    ]}
  />
);

/** Failed export without a reason. */
export const Unexplained = () => (
  <Example
    exports={(["pdf", "json", "html"] as const).map((format, index) =>
      sampleExport({ exportId: index, format, state: "failed", bytes: null, downloadUrl: null }),
    )}
  />
);

export const LongName = () => (
  <Example exports={[sampleExport({ fileName: `plumb-${"checkout".repeat(20)}-1.pdf` })]} />
);
