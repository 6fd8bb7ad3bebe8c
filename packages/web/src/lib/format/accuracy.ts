/** A share of fewer reviewed classifications says little. */
const fewReviews = 20;

/** True if there are reviews, but too few for a percentage. */
export function isTooFewToRate(reviewed: number): boolean {
  return reviewed > 0 && reviewed < fewReviews;
}
