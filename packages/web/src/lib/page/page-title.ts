import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useBrand } from "#lib/session/public-config.ts";

/** What the title says: `{page} - {brand}`. */
const shown = { ofAddress: "", page: "", brand: "" };

function show(change: Partial<typeof shown>): void {
  Object.assign(shown, change);
  if (shown.page !== "" && shown.brand !== "") document.title = `${shown.page} - ${shown.brand}`;
}

/** Sets the title with the address, before the page's code and data are there. */
export function showTitleOfAddress(page: string): void {
  show({ ofAddress: page, page });
}

/** Sets the title while the page is shown, if its URL does not determine it. */
export function usePageTitle(page: string): void {
  // Once more for another address of the same page, which has changed the title meanwhile.
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  useEffect(() => {
    show({ page });
    return () => show({ page: shown.ofAddress });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another address has its own title, until this one is set again
  }, [page, pathname]);
}

/** For the root: keeps the brand in the title. */
export function useBrandInTitle(): void {
  const { name } = useBrand();
  useEffect(() => show({ brand: name }), [name]);
}
