const visibleButtons = 5;

/** Returns the numbers of the page buttons: five around the current page, or all if there are fewer. */
export function pageWindow(page: number, pages: number): number[] {
  const count = Math.min(visibleButtons, pages);
  const first = Math.max(1, Math.min(page - Math.floor(visibleButtons / 2), pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
