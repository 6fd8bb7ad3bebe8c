import { useEffect } from "react";
import { refusalText } from "#lib/api/error-text.ts";

/**
 * Shows a toast once for each load error, with the message of the server or `fallback`.
 *
 * @param before Text before the message of the server.
 */
export function useFailureToast(error: Error | null, fallback: string, before = ""): void {
  useEffect(() => {
    if (error === null) return;
    const text = refusalText(error, "");
    // Loads the toast code on demand.
    void import("./toast.ts").then(({ showErrorOnce }) => showErrorOnce(text === "" ? fallback : `${before}${text}`));
  }, [error, fallback, before]);
}
