import type { TestOrder, TestView } from "@plumb/contract/tests/tests.ts";

/** URL parameters of the tests. Unset values and defaults are omitted. */
export interface TestsSearch {
  /** Unset: the flaky ones. */
  readonly view?: Exclude<TestView, "flaky"> | undefined;
  /** Words to search the tests for. */
  readonly q?: string | undefined;
  readonly suite?: string | undefined;
  readonly environment?: string | undefined;
  readonly branch?: string | undefined;
  readonly owner?: string | undefined;
  /** Unset: as the view has it. */
  readonly sort?: TestOrder | undefined;
  /** From 2. */
  readonly page?: number | undefined;
  /** Set where it is shown when a test is flaky, or whose tests are. */
  readonly show?: "rule" | "owners" | undefined;
}

const views = ["all", "broken", "unstable", "slow", "slowing", "quarantined", "unowned", "gone"] as const;
const orders: readonly TestOrder[] = ["score", "lostTime", "since", "duration", "slowdown", "lastRun"];
const dialogs = ["rule", "owners"] as const;
/** The server's limits. */
const maxTextLength = 200;
const maxNameLength = 300;
const maxPage = 40;

/** Reads an address that may have been typed or cut: what makes no sense is left out. */
export function testsSearch(raw: Record<string, unknown>): TestsSearch {
  const page = Number(raw["page"]);
  const found: TestsSearch = {
    view: views.find((view) => view === raw["view"]),
    q: textOf(raw["q"], maxTextLength),
    suite: textOf(raw["suite"], maxNameLength),
    environment: textOf(raw["environment"], maxNameLength),
    branch: textOf(raw["branch"], maxNameLength),
    owner: textOf(raw["owner"], maxNameLength),
    sort: orders.find((order) => order === raw["sort"]),
    page: Number.isSafeInteger(page) && page >= 2 && page <= maxPage ? page : undefined,
    show: dialogs.find((dialog) => dialog === raw["show"]),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

function textOf(value: unknown, longest: number): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" ? text.slice(0, longest) : undefined;
}
