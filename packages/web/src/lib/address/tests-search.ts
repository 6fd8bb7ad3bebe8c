import type { TestViewSearch } from "@plumb/contract/tests/test-views.ts";
import type { TestOrder, TestView } from "@plumb/contract/tests/tests.ts";

/** URL parameters of the tests. Unset values and defaults are omitted. */
export interface TestsSearch {
  /** Defaults to the flaky tests. */
  readonly view?: Exclude<TestView, "flaky"> | undefined;
  /** Search words for the tests. */
  readonly q?: string | undefined;
  readonly suite?: string | undefined;
  readonly environment?: string | undefined;
  readonly branch?: string | undefined;
  /** Only tests of runs with this tag or fact. */
  readonly tag?: string | undefined;
  readonly fact?: string | undefined;
  readonly owner?: string | undefined;
  /** The default depends on the view. */
  readonly sort?: TestOrder | undefined;
  /** From 2. */
  readonly page?: number | undefined;
  /** Opened dialog: the rule for flaky tests, or the owners of the tests. */
  readonly show?: "rule" | "owners" | undefined;
}

const views = ["all", "broken", "unstable", "slow", "slowing", "quarantined", "unowned", "gone"] as const;
const orders: readonly TestOrder[] = ["score", "lostTime", "since", "duration", "slowdown", "lastRun"];
const dialogs = ["rule", "owners"] as const;
/** Limits of the server. */
const maxTextLength = 200;
const maxNameLength = 300;
const maxPage = 40;

/** Parses the URL parameters and ignores invalid values. */
export function testsSearch(raw: Record<string, unknown>): TestsSearch {
  const page = Number(raw["page"]);
  const found: TestsSearch = {
    view: views.find((view) => view === raw["view"]),
    q: textOf(raw["q"], maxTextLength),
    suite: textOf(raw["suite"], maxNameLength),
    environment: textOf(raw["environment"], maxNameLength),
    branch: textOf(raw["branch"], maxNameLength),
    tag: textOf(raw["tag"], maxNameLength),
    fact: textOf(raw["fact"], maxNameLength),
    owner: textOf(raw["owner"], maxNameLength),
    sort: orders.find((order) => order === raw["sort"]),
    page: Number.isSafeInteger(page) && page >= 2 && page <= maxPage ? page : undefined,
    show: dialogs.find((dialog) => dialog === raw["show"]),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** Returns the parameters that a saved view stores: everything except the page and the open dialog. The keys have a fixed order. */
export function viewOfTests(search: TestViewSearch | TestsSearch): TestViewSearch {
  return testsSearch({ ...search, page: undefined, show: undefined });
}

function textOf(value: unknown, longest: number): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" ? text.slice(0, longest) : undefined;
}
