/** `$12.40`; below a dollar four decimals, since a request takes fractions of a cent. */
export function formatDollars(dollars: number): string {
  return `$${dollars.toFixed(dollars > 0 && dollars < 1 ? 4 : 2)}`;
}
