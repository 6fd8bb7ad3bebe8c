import { useRouter } from "@tanstack/react-router";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

/**
 * Moves the focus to the page's content when another page was opened, as a browser does between documents; a page that
 * took the focus itself keeps it, and so does a dialog that was opened while the page was on its way. Filters and tabs in the
 * address do not count.
 *
 * @param onPage Told of each new page.
 */
export function useFocusedPage(onPage: () => void): RefObject<HTMLElement | null> {
  const router = useRouter();
  const main = useRef<HTMLElement>(null);
  const focusedBefore = useRef<Element>(null);
  const opened = useEffectEvent(() => {
    onPage();
    // After a menu that lay over the page has let go of it.
    setTimeout(() => {
      const focused = document.activeElement;
      const isNewDialog = focused !== focusedBefore.current && focused?.closest("[role=dialog]") != null;
      if (main.current?.contains(focused) !== true && !isNewDialog) main.current?.focus({ preventScroll: true });
    });
  });
  useEffect(() => {
    const stops = [
      router.subscribe("onBeforeNavigate", () => {
        focusedBefore.current = document.activeElement;
      }),
      router.subscribe("onResolved", ({ fromLocation, pathChanged }) => {
        if (fromLocation !== undefined && pathChanged) opened();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [router]);
  return main;
}
