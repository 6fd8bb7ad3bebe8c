import { useEffect } from "react";
import { showProgress } from "#ui/toast.ts";
import { Toasts } from "#ui/toasts.tsx";

const words = ["Generating PDF report...", "Generating JSON report...", "Generating HTML report..."];

/** Three at once, as they are while three exports are being made. */
export const Three = () => {
  useEffect(() => {
    for (const word of words) showProgress(word);
  }, []);
  return <Toasts />;
};
