import { useRouter } from "@tanstack/react-router";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

/**
 * Moves the focus to the content of a new page, as browsers do for documents, unless the page or a dialog has already focused an element.
 * Ignores filters and tabs in the URL.
 *
 * @param onPage Called for each new page.
 */
export function useFocusedPage(onPage: () => void): RefObject<HTMLElement | null> {
  const router = useRouter();
  const main = useRef<HTMLElement>(null);
  const focusedBefore = useRef<Element>(null);
  const opened = useEffectEvent(() => {
    onPage();
    // Runs after an open menu has released the focus.
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
