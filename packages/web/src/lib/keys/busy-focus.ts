/**
 * A button that is at work is disabled, and the browser takes the focus from it without a word: once it is back, so is the focus, unless
 * somebody has gone on elsewhere.
 */
export function keepFocusOfBusyButtons(): void {
  let last: EventTarget | null = null;
  document.addEventListener("focusin", ({ target }) => {
    last = target;
  });
  new MutationObserver((changes) => {
    for (const { target } of changes)
      if (target === last && target instanceof HTMLButtonElement && !target.disabled && isNowhere())
        target.focus({ preventScroll: true });
  }).observe(document, { subtree: true, attributeFilter: ["disabled"] });
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
