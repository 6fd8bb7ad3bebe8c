/** Formats an amount as `$12.40`, with four decimals below a dollar because a request costs fractions of a cent. */
export function formatDollars(dollars: number): string {
  return `$${dollars.toFixed(dollars > 0 && dollars < 1 ? 4 : 2)}`;
}
