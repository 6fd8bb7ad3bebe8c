import { useEffect } from "react";

/** Shows an icon in the tab of the browser while the page is shown. `null` shows the usual one. */
export function useFavicon(svg: string | null): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (link === null || svg === null) return undefined;
    const { href } = link;
    link.href = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    return () => {
      link.href = href;
    };
  }, [svg]);
}
