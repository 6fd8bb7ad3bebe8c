/** Restores the focus to a busy button, which loses it while it is disabled, unless the user has moved on. */
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
