import { useRouter } from "@tanstack/react-router";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

/**
 * Moves the focus to the page's content when another page was opened, as a browser does between documents; a page that
 * took the focus itself keeps it. Filters and tabs in the address do not count.
 *
 * @param onPage Told of each new page.
 */
export function useFocusedPage(onPage: () => void): RefObject<HTMLElement | null> {
  const router = useRouter();
  const main = useRef<HTMLElement>(null);
  const opened = useEffectEvent(() => {
    onPage();
    // After a menu that lay over the page has let go of it.
    setTimeout(() => {
      if (main.current?.contains(document.activeElement) !== true) main.current?.focus({ preventScroll: true });
    });
  });
  useEffect(
    () =>
      router.subscribe("onResolved", ({ fromLocation, pathChanged }) => {
        if (fromLocation !== undefined && pathChanged) opened();
      }),
    [router],
  );
  return main;
}
