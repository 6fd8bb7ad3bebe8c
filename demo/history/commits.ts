import { hexOf, pick } from "./roll.ts";

export interface Commit {
  readonly hash: string;
  readonly subject: string;
  readonly author: string;
}

const subjects = [
  "Show the delivery date in the cart",
  "Load product pictures lazily",
  "Move the address form to the design system",
  "Add Polish to the languages",
  "Cache category pages for five minutes",
  "Warn before a session ends",
  "Use the new carrier interface",
  "Translate the return form",
  "Update the payment library",
  "Log slow queries",
  "Sort filters by number of hits",
  "Keep the cart for 30 days",
  "Add structured data to product pages",
  "Compress pictures as AVIF",
] as const;

/** Subjects of commits that broke or fixed tests, by days ago. */
const turningPoints: Readonly<Record<number, string>> = {
  57: "Take prices from the new pricing service",
  51: "Send prices as numbers again",
  44: "Compute discounts per line",
  36: "Compute the total after the discounts",
  24: "Confirm refunds asynchronously",
  12: "Show a refund as soon as it is confirmed",
  14: "Accept cookies before each test",
  10: "Normalise search words",
  2: "Let gift cards and points be combined",
};

const authors = ["Mira Lindqvist", "Jonas Weber", "Amélie Moreau", "Petr Novák", "Chiara Rossi", "Ada Okafor"] as const;

/** Returns the commit of a branch on a day. */
export function commitOf(seed: string, branch: string, daysAgo: number): Commit {
  const key = [seed, branch, daysAgo] as const;
  const turningPoint = branch === "main" ? turningPoints[daysAgo] : undefined;
  return {
    hash: hexOf(40, "commit", ...key),
    subject: turningPoint ?? pick(subjects, "subject", ...key),
    author: pick(authors, "author", ...key),
  };
}
