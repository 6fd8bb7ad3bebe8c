import type { ItemPriority, ItemStatus, ItemType } from "@plumb/contract/items/item-labels.ts";

/** Users in the demo project other than the demo account (`me`). */
export const colleagues = [
  { username: "ada.okafor", name: "Ada Okafor", role: "LEAD" },
  { username: "ben.lindqvist", name: "Ben Lindqvist", role: "USER" },
  { username: "chiara.rossi", name: "Chiara Rossi", role: "USER" },
  { username: "dev.patel", name: "Dev Patel", role: "VIEWER" },
] as const;

export type Colleague = (typeof colleagues)[number]["username"] | "me";

/** Subject of an item: a cause (by a part of its error), a failed test or the report of a suite. */
export type About =
  | { readonly cause: string }
  | { readonly failedIn: string; readonly test: string }
  | { readonly reportOf: string };

export interface DemoItem {
  readonly title: string;
  readonly message: string;
  readonly type?: ItemType;
  readonly priority?: ItemPriority;
  readonly status?: Exclude<ItemStatus, "open">;
  /** Comment of the status change. */
  readonly note?: string;
  readonly for?: Colleague;
  readonly about?: About;
  /** Days ago. */
  readonly age: number;
  /** Days from today. Negative if the item is overdue. */
  readonly due?: number;
  readonly tags?: readonly string[];
  readonly comments?: readonly (readonly [by: Colleague, text: string])[];
  readonly link?: { readonly url: string; readonly title: string };
}

const webShop = "Web shop";

export const items: readonly DemoItem[] = [
  {
    title: "Vouchers are not deducted from the total",
    message:
      "The voucher is accepted, but the order's total stays as it was. It began with the new discount service.\n\nSteps: put two items into the cart, enter SPRING10, look at the total.",
    type: "blocker",
    priority: "critical",
    status: "in_progress",
    for: "ada.okafor",
    about: { cause: "order-total" },
    age: 3,
    due: 1,
    tags: ["checkout", "discounts"],
    link: { url: "https://tracker.example.com/SHOP-412", title: "SHOP-412" },
    comments: [
      ["ben.lindqvist", "The service answers with the full price when the cart has more than one line."],
      ["ada.okafor", "Thanks. @Chiara Rossi could you check whether the API tests see it too?"],
      ["chiara.rossi", "They do: same figure in the order's JSON."],
    ],
  },
  {
    title: "Refunds stay pending for minutes",
    message: "Refunds of card payments stay pending and the test gives up. Is 30 seconds what we promise?",
    type: "issue",
    priority: "high",
    for: "me",
    about: { cause: "Refund pending" },
    age: 9,
    due: 1,
    tags: ["payments"],
    comments: [["chiara.rossi", "The provider says up to two minutes at night."]],
  },
  {
    title: "Search with accents finds nothing",
    message: "Searching for “sac à dos” gives no products. The index was rebuilt without folding accents.",
    type: "issue",
    priority: "high",
    status: "resolved",
    note: "The index folds accents again since build 812.",
    for: "ben.lindqvist",
    about: { failedIn: webShop, test: "accents" },
    age: 14,
    due: -5,
    tags: ["search"],
  },
  {
    title: "Staging was down for a night",
    message: "All suites failed together because staging could not be reached. Leave the night out of the rates.",
    type: "note",
    priority: "medium",
    status: "closed",
    note: "The cluster has a second node now.",
    for: "ada.okafor",
    about: { cause: "ERR_CONNECTION_REFUSED" },
    age: 31,
    tags: ["environment"],
  },
  {
    title: "The driver could not start sessions again",
    message: "The grid ran out of memory. It had been enlarged in spring, and it is full once more.",
    type: "issue",
    priority: "medium",
    status: "reopened",
    note: "It is back.",
    for: "chiara.rossi",
    about: { cause: "could not start a new session" },
    age: 40,
    due: 4,
    tags: ["environment", "grid"],
  },
  {
    title: "Is the bottom sheet meant to cover the button?",
    message:
      "On small phones the sheet lies over “Place order”. Test or product? See https://design.example.com/checkout",
    type: "question",
    priority: "medium",
    about: { cause: "bottom-sheet" },
    age: 6,
    tags: ["mobile"],
    comments: [["ben.lindqvist", "The design shows it above the sheet."]],
  },
  {
    title: "Locator matches two buttons",
    message:
      "Strict mode complains since there is a second “Add to cart” in the recommendations. Use the role within the main region.",
    type: "improvement",
    priority: "low",
    for: "ben.lindqvist",
    about: { cause: "strict mode violation" },
    age: 12,
    due: 7,
    tags: ["tests"],
  },
  {
    title: "Accounts of earlier runs are not removed",
    message: "Registering fails with 409 because the address is taken. The clean-up job has not run since Tuesday.",
    type: "issue",
    priority: "high",
    status: "in_progress",
    for: "chiara.rossi",
    about: { cause: "received 409" },
    age: 5,
    due: 0,
    tags: ["test data"],
  },
  {
    title: "Payment sandbox answers 503",
    message: "The provider's status page admits it. Nothing to do here but to wait.",
    type: "note",
    priority: "low",
    status: "invalid",
    note: "Not ours.",
    about: { cause: "received 503" },
    age: 20,
  },
  {
    title: "Agree on who looks at red runs in the morning",
    message: "A rota, one week each.",
    type: "question",
    for: "ada.okafor",
    age: 2,
    due: 5,
  },
  {
    title: "Write down how to run the suite against a branch",
    message: "New people ask for it every time.",
    type: "improvement",
    priority: "low",
    age: 25,
    tags: ["docs"],
  },
  {
    title: "Quarantine the slowest test of the catalogue",
    message: "It takes a third of the whole run.",
    type: "improvement",
    for: "chiara.rossi",
    age: 8,
    due: -1,
    tags: ["speed"],
  },
  {
    title: "Release 4.2 waits for a green run",
    message: "Two tests are left. @Ada Okafor decides on Friday.",
    type: "blocker",
    priority: "critical",
    for: "me",
    about: { reportOf: webShop },
    age: 1,
    due: 2,
    tags: ["release"],
  },
  {
    title: "The back office loses its session after a deploy",
    message: "Everybody is signed out; tests that run at that moment fail.",
    type: "issue",
    status: "closed",
    note: "Sessions are kept in the database now.",
    for: "ben.lindqvist",
    about: { reportOf: "Back office" },
    age: 45,
  },
  {
    title: "Look at the pictures of the cookie banner",
    message: "The snapshot differs by one pixel on some machines.",
    type: "question",
    priority: "low",
    status: "resolved",
    note: "Fonts are pinned.",
    age: 33,
    tags: ["visual"],
  },
  {
    title: "API suite: assert on the body, not on the status alone",
    message: "Several failures say 500 and nothing else.",
    type: "improvement",
    for: "chiara.rossi",
    about: { reportOf: "Shop API" },
    age: 17,
    tags: ["tests"],
  },
  {
    title: "Mobile: unreachable device farm on Mondays",
    message: "Maintenance windows are on Mondays until nine.",
    type: "note",
    status: "closed",
    note: "Moved the schedule.",
    age: 50,
  },
  {
    title: "Upgrade the browser of the pipeline",
    message: "It is four versions behind.",
    type: "improvement",
    for: "ben.lindqvist",
    age: 22,
    due: 14,
    tags: ["pipeline"],
  },
  {
    title: "Stale elements in the order list",
    message: "The list is drawn anew while the test clicks. Wait for the request that loads it.",
    type: "issue",
    priority: "medium",
    for: "chiara.rossi",
    about: { cause: "stale element" },
    age: 11,
    due: 3,
  },
  {
    title: "Connection refused by the inventory service",
    message: "Starts slower than the tests. A readiness check would do.",
    type: "issue",
    priority: "high",
    status: "reopened",
    note: "Seen again tonight.",
    for: "ben.lindqvist",
    about: { cause: "connect ECONNREFUSED" },
    age: 28,
    due: -3,
    tags: ["environment"],
  },
  { title: "Translate the error page", message: "Seen while looking at a screenshot.", priority: "low", age: 19 },
  {
    title: "Thank-you page comes without the order's number",
    message: "Only with vouchers.",
    type: "issue",
    status: "resolved",
    note: "Fixed with the voucher.",
    about: { cause: "Thank you" },
    for: "ada.okafor",
    age: 15,
  },
  {
    title: "Duplicate of the voucher problem",
    message: "Closed in favour of the other one.",
    type: "issue",
    status: "invalid",
    note: "See the other item.",
    age: 3,
  },
  {
    title: "Prices with three decimals in the export",
    message: "قائمة الأسعار shows 12.345. Which rounding is right?",
    type: "question",
    age: 4,
    tags: ["export", "التصدير"],
  },
  {
    title: "Thank the team for the quickest green week of the year",
    message: "Cake on Thursday.",
    type: "note",
    priority: "low",
    status: "closed",
    note: "Eaten.",
    for: "me",
    age: 10,
  },
];
