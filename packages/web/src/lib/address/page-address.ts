import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";

/** Returns a function from the path of a page to its full address, for links that people copy. */
export function usePageAddress(): (path: string) => string {
  const { history } = useRouter();
  return useCallback((path) => new URL(history.createHref(path), location.href).href, [history]);
}
