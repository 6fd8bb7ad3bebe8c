import { useEffect } from "react";
import { useBrand } from "#lib/session/public-config.ts";

/** Sets the document's title to `{page} - {brand}` while the calling page is shown. */
export function usePageTitle(page: string): void {
  const { name } = useBrand();
  useEffect(() => {
    document.title = `${page} - ${name}`;
  }, [page, name]);
}
