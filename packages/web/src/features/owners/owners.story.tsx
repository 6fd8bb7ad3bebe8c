import type { OwnerPreview } from "@plumb/contract/tests/owners.ts";
import { useState } from "react";
import { OwnerRulesForm } from "./owner-rules-form.tsx";
import { TestOwner } from "./test-owner.tsx";

const stored = {
  rules: "*.spec.ts @web\n/\n",
  version: 3,
  changedBy: "Ana Low",
  changedAt: "2026-03-01T08:00:00.000Z",
  problems: [{ line: 2, reason: "This pattern matches nothing" }],
};

const preview: OwnerPreview = {
  problems: [],
  owners: [
    { owner: "@web", tests: 380 },
    { owner: "<img src=x onerror=alert(1)>", tests: 1 },
  ],
  unowned: 12,
  unownedFiles: ["legacy/old.py"],
  looked: 12_000,
  places: 50_000,
};

function Tried({ mayManage = true }: { readonly mayManage?: boolean }) {
  const [done, setDone] = useState("");
  const [visible, setVisible] = useState<OwnerPreview>();
  return (
    <>
      <OwnerRulesForm
        stored={stored}
        mayManage={mayManage}
        pending={false}
        error={null}
        preview={visible}
        previewing={false}
        onPreview={() => setVisible(preview)}
        onSave={(rules) => setDone(JSON.stringify(rules))}
      />
      <output aria-label="Done">{done}</output>
    </>
  );
}

function Owned({ start, viewer = false }: { readonly start: string | null; readonly viewer?: boolean }) {
  const [owner, setOwner] = useState(start);
  return <TestOwner owner={owner} names={["@web", "@api"]} onChange={viewer ? undefined : setOwner} />;
}

export const Rules = () => <Tried />;
export const RulesOfViewer = () => <Tried mayManage={false} />;
export const Owner = () => <Owned start="@web" />;
export const NoOwner = () => <Owned start={null} viewer />;
