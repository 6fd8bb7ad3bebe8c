import { useEffect } from "react";
import { refusalText } from "#lib/api/error-text.ts";

/**
 * Says in a toast that something could not be loaded, once for each failure: in the server's words, else as `fallback`.
 *
 * @param before Stands before the server's words.
 */
export function useFailureToast(error: Error | null, fallback: string, before = ""): void {
  useEffect(() => {
    if (error === null) return;
    const words = refusalText(error, "");
    // The code for messages is no part of the first look at a page.
    void import("#ui/toast.ts").then(({ showError }) => showError(words === "" ? fallback : `${before}${words}`));
  }, [error, fallback, before]);
}
