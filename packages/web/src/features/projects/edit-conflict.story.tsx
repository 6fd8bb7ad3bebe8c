import { useState } from "react";
import { EditConflict } from "./edit-conflict.tsx";
import { draftOf, mergeDrafts } from "./project-draft.ts";
import { sampleProject } from "./sample-project.ts";

const base = draftOf(sampleProject());

function Example({ contested }: { readonly contested: boolean }) {
  const [decided, setDecided] = useState("");
  const mine = { ...base, description: "Mine", autoCleanup: false };
  const theirs = contested
    ? { ...base, description: "<b>Theirs</b>", status: "inactive" as const }
    : { ...base, retentionDays: "90" };
  return (
    <>
      <EditConflict
        merge={mergeDrafts(base, mine, theirs)}
        saving={false}
        onKeepMine={() => setDecided("mine")}
        onTakeTheirs={() => setDecided("theirs")}
      />
      <output>{decided}</output>
    </>
  );
}

export const Contested = () => <Example contested />;
export const OnlyBeside = () => <Example contested={false} />;
