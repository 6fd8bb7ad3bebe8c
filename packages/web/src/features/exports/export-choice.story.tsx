import type { SizeEstimates } from "@plumb/contract/runs/exports.ts";
import { useState } from "react";
import { ExportChoice } from "./export-choice.tsx";

const sizes = (artifactCount: number): SizeEstimates => ({
  lite: { bytes: 184_000, formattedSize: "184.0 kB", seconds: 3 },
  full: { bytes: 18_400_000, formattedSize: "18.4 MB", seconds: 240, artifactCount },
});

function Example({ given }: { readonly given: SizeEstimates | null | undefined }) {
  const [chosen, setChosen] = useState("");
  return (
    <main style={{ padding: 16 }}>
      <h1>Export</h1>
      <h2>HTML</h2>
      <ExportChoice sizes={given} onChoose={(full) => setChosen(full ? "full" : "lite")} />
      <output>{chosen}</output>
    </main>
  );
}

export const WithArtifacts = () => <Example given={sizes(214)} />;
export const WithoutArtifacts = () => <Example given={sizes(0)} />;
export const Calculating = () => <Example given={undefined} />;
export const Failed = () => <Example given={null} />;
