import type { SentCommit } from "@plumb/contract/runs/commits.ts";
import { hexOf, pick } from "./roll.ts";

export interface Commit {
  readonly hash: string;
  readonly subject: string;
  readonly author: string;
  /** Paths of the changed files, from the root of the repository. */
  readonly files: readonly string[];
}

type Change = readonly [subject: string, ...files: string[]];

/** Subjects of ordinary commits, with the files that they change. */
const changes: readonly [Change, ...Change[]] = [
  ["Show the delivery date in the cart", "web/src/cart/delivery-date.tsx", "web/src/cart/cart.css"],
  ["Load product pictures lazily", "web/src/catalogue/product-picture.tsx"],
  ["Move the address form to the design system", "web/src/account/address-form.tsx", "web/src/design/field.tsx"],
  ["Add Polish to the languages", "web/src/i18n/pl.json", "web/src/i18n/languages.ts"],
  ["Cache category pages for five minutes", "api/src/catalogue/categories.ts"],
  ["Warn before a session ends", "web/src/account/session-warning.tsx"],
  ["Use the new carrier interface", "api/src/shipping/carrier.ts", "package-lock.json", "package.json"],
  ["Translate the return form", "web/src/account/return-form.tsx", "web/src/i18n/de.json"],
  ["Update the payment library", "package-lock.json", "package.json"],
  ["Log slow queries", "api/src/database/queries.ts"],
  ["Sort filters by number of hits", "web/src/catalogue/filters.tsx"],
  ["Keep the cart for 30 days", "api/src/cart/expiry.ts", "api/config/cart.yaml"],
  ["Add structured data to product pages", "web/src/catalogue/product-page.tsx"],
  ["Compress pictures as AVIF", "web/src/catalogue/pictures.ts", "docs/pictures.md"],
];

/** Commits that broke or fixed tests, by days ago. */
const turningPoints: Readonly<Record<number, Change>> = {
  57: ["Take prices from the new pricing service", "api/src/pricing/prices.ts", "api/tests/products.spec.ts"],
  51: ["Send prices as numbers again", "api/src/pricing/prices.ts"],
  44: [
    "Compute discounts per line",
    "web/src/checkout/discounts.ts",
    "api/src/orders/discounts.ts",
    "web/tests/checkout/voucher.spec.ts",
  ],
  36: [
    "Compute the total after the discounts",
    "web/src/checkout/discounts.ts",
    "api/src/orders/discounts.ts",
    "web/tests/checkout/voucher.spec.ts",
  ],
  24: ["Confirm refunds asynchronously", "backoffice/src/main/java/shop/backoffice/refunds/Refunds.java"],
  12: ["Show a refund as soon as it is confirmed", "backoffice/src/main/java/shop/backoffice/refunds/Refunds.java"],
  14: ["Accept cookies before each test", "web/tests/support/cookies.ts"],
  10: ["Normalise search words", "web/src/catalogue/search-words.ts", "web/tests/catalogue/search.spec.ts"],
  2: ["Let gift cards and points be combined", "web/src/checkout/gift-cards.ts", "web/tests/support/accounts.ts"],
};

const authors = ["Mira Lindqvist", "Jonas Weber", "Amélie Moreau", "Petr Novák", "Chiara Rossi", "Ada Okafor"] as const;

/** Returns the commit of a branch on a day. */
export function commitOf(seed: string, branch: string, daysAgo: number): Commit {
  return commitFrom([seed, branch, daysAgo], branch === "main" ? turningPoints[daysAgo] : undefined);
}

function commitFrom(key: readonly (string | number)[], turningPoint?: Change): Commit {
  const [subject, ...files] = turningPoint ?? pick(changes, "subject", ...key);
  return { hash: hexOf(40, "commit", ...key), subject, author: pick(authors, "author", ...key), files };
}

const dayMs = 86_400_000;

/**
 * Returns the commits of all branches, oldest first: two per day on `main`, of which the later one is tested.
 *
 * @param now Unix milliseconds of the newest tested commit.
 */
export function commitHistory(
  seed: string,
  now: number,
  branches: readonly { readonly branch: string; readonly daysAgo: number }[],
  days: number,
): SentCommit[] {
  const sent: SentCommit[] = [];
  const send = ({ files, ...commit }: Commit, parent: string | undefined, at: number): string => {
    const time = new Date(at).toISOString();
    const parents = parent === undefined ? [] : [parent];
    sent.push({ ...commit, parents, authoredAt: time, committedAt: time, files: [...files], fileCount: files.length });
    return commit.hash;
  };
  const ends = new Map<string, string>();
  for (let daysAgo = days; daysAgo >= 0; daysAgo--) {
    const at = now - daysAgo * dayMs;
    const before = send(commitFrom([seed, "main", daysAgo, "before"]), ends.get("main"), at - 5 * 3_600_000);
    ends.set("main", send(commitOf(seed, "main", daysAgo), before, at));
    for (const { branch } of branches.filter((each) => each.branch !== "main" && each.daysAgo === daysAgo))
      ends.set(branch, send(commitOf(seed, branch, daysAgo), ends.get(branch) ?? before, at));
  }
  return sent;
}
