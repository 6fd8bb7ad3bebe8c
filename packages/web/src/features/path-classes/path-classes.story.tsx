import type { PathClassPreview } from "@plumb/contract/failures/resolutions.ts";
import { useState } from "react";
import { PathClassesForm } from "./path-classes-form.tsx";

const stored = {
  rules: "src/main/ test\nlib/ nonsense\n",
  version: 3,
  changedBy: "Ana Low",
  changedAt: "2026-03-01T08:00:00.000Z",
  problems: [{ line: 2, reason: "Unknown class; use test, application, configuration, data, ignored" }],
  pending: 0,
};

const found: PathClassPreview = {
  problems: [],
  classes: [
    { class: "test", files: 380, examples: ["e2e/cart.spec.ts", `e2e/${"very-long-folder/".repeat(8)}pay.spec.ts`] },
    { class: null, files: 1, examples: ["<img src=x onerror=alert(1)>"] },
  ],
  looked: 12_000,
  files: 20_000,
};

const noFiles: PathClassPreview = { problems: [], classes: [], looked: 0, files: 0 };

function Tried({ pending = 0, result = found }: { readonly pending?: number; readonly result?: PathClassPreview }) {
  const [done, setDone] = useState("");
  const [visible, setVisible] = useState<PathClassPreview>();
  return (
    <>
      <PathClassesForm
        stored={{ ...stored, pending }}
        pending={false}
        error={null}
        preview={visible}
        previewing={false}
        onPreview={() => setVisible(result)}
        onSave={(rules) => setDone(JSON.stringify(rules))}
      />
      <output aria-label="Done">{done}</output>
    </>
  );
}

export const Rules = () => <Tried />;
export const ComparingAgain = () => <Tried pending={1200} />;
export const WithoutCommits = () => <Tried result={noFiles} />;
