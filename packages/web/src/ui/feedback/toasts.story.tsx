import { useEffect, useState } from "react";
import { showProgress, showUndoable } from "./toast.ts";
import { Toasts } from "./toasts.tsx";

const messages = ["Generating PDF report...", "Generating JSON report...", "Generating HTML report..."];

/** Three toasts, as shown while three exports are being created. */
export const Three = () => {
  useEffect(() => {
    for (const word of messages) showProgress(word);
  }, []);
  return <Toasts />;
};

export const Undoable = () => {
  const [undone, setUndone] = useState(0);
  useEffect(() => showUndoable("3 failures are now: Unknown.", () => setUndone((before) => before + 1)), []);
  return (
    <>
      <Toasts />
      <main tabIndex={-1}>
        <button type="button">What had the focus</button>
      </main>
      <output aria-label="Undone">{undone}</output>
    </>
  );
};
