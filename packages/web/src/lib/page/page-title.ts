import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useBrand } from "#lib/session/public-config.ts";

/** Parts of the title, `{page} - {brand}`. */
const visible = { ofAddress: "", page: "", brand: "" };

function show(change: Partial<typeof visible>): void {
  Object.assign(visible, change);
  if (visible.page !== "" && visible.brand !== "") document.title = `${visible.page} - ${visible.brand}`;
}

/** Sets the title for a new URL before the page's code and data are loaded. */
export function showTitleOfAddress(page: string): void {
  show({ ofAddress: page, page });
}

/** Sets the title while the page is shown, if its URL does not determine it. */
export function usePageTitle(page: string): void {
  // Runs again when the page's URL changes, because `showTitleOfAddress` replaces the title.
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  useEffect(() => {
    show({ page });
    return () => show({ page: visible.ofAddress });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another address has its own title, until this one is set again
  }, [page, pathname]);
}

/** Keeps the brand in the title. Used by the root. */
export function useBrandInTitle(): void {
  const { name } = useBrand();
  useEffect(() => show({ brand: name }), [name]);
}
