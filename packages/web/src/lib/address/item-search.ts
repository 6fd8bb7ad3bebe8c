import { type AnnotationSort, annotationSorts } from "@plumb/contract/items/item-sorts.ts";
import {
  itemPriorities,
  type ItemPriority,
  itemStatuses,
  type ItemStatus,
  itemTypes,
  type ItemType,
} from "@plumb/contract/items/item-labels.ts";

export const itemPageSizes = [5, 10, 25, 50] as const;
export type ItemPageSize = (typeof itemPageSizes)[number];
export const usualPageSize = 10;

/** Filter and order of analysis items. A saved view stores these parameters. */
export interface ItemFilter {
  /** Search words. */
  readonly q?: string | undefined;
  /** `todo`: open, in progress or reopened. */
  readonly status?: ItemStatus | "todo" | undefined;
  readonly type?: ItemType | undefined;
  readonly priority?: ItemPriority | undefined;
  readonly assignee?: "unassigned" | "me" | number | undefined;
  readonly creator?: "me" | "agents" | number | undefined;
  readonly overdue?: true | undefined;
  /** Only items about this report. */
  readonly run?: number | undefined;
  readonly test?: number | undefined;
  readonly group?: number | undefined;
  /** Defaults to the creation time. */
  readonly sortBy?: Exclude<AnnotationSort, "created_at"> | undefined;
  /** Defaults to descending. */
  readonly sortOrder?: "asc" | undefined;
}

/** URL parameters of Analysis Activity. Unset values and defaults are omitted. */
export interface ItemSearch extends ItemFilter {
  /** Defaults to the items. */
  readonly tab?: "notifications" | undefined;
  /** Defaults to the table. */
  readonly view?: "board" | undefined;
  /** From 2. */
  readonly page?: number | undefined;
  readonly size?: Exclude<ItemPageSize, typeof usualPageSize> | undefined;
  /** Id of the opened item. */
  readonly annotation?: number | undefined;
  /** Project that the link refers to. The page selects it and removes it from the URL. */
  readonly project?: number | undefined;
}

const maxTextLength = 200;
const maxPage = 200_000;
const sorts = annotationSorts.filter((sort) => sort !== "created_at");
const sizes = itemPageSizes.filter((size) => size !== usualPageSize);
const statuses = [...itemStatuses, "todo"] as const;

/** Parses the URL parameters and ignores invalid values. */
export function itemSearch(raw: Record<string, unknown>): ItemSearch {
  const page = id(raw["page"]);
  const found: ItemSearch = {
    tab: raw["tab"] === "notifications" ? "notifications" : undefined,
    view: raw["view"] === "board" ? "board" : undefined,
    q: text(raw["q"]),
    status: statuses.find((each) => each === raw["status"]),
    type: itemTypes.find((each) => each === raw["type"]),
    priority: itemPriorities.find((each) => each === raw["priority"]),
    assignee: raw["assignee"] === "unassigned" ? "unassigned" : person(raw["assignee"]),
    creator: raw["creator"] === "agents" ? "agents" : person(raw["creator"]),
    overdue: raw["overdue"] === true || raw["overdue"] === "true" ? true : undefined,
    run: id(raw["run"]),
    test: id(raw["test"]),
    group: id(raw["group"]),
    sortBy: sorts.find((each) => each === raw["sortBy"]),
    sortOrder: raw["sortOrder"] === "asc" ? "asc" : undefined,
    page: page !== undefined && page > 1 && page <= maxPage ? page : undefined,
    size: sizes.find((each) => each === Number(raw["size"])),
    annotation: id(raw["annotation"]),
    project: id(raw["project"]),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** Applies changes to the search and returns to its first page. */
export function narrowedItems(search: ItemSearch, change: Partial<ItemFilter>): ItemSearch {
  return { ...search, page: undefined, ...change };
}

const noFilters = {
  q: undefined,
  status: undefined,
  type: undefined,
  priority: undefined,
  assignee: undefined,
  creator: undefined,
  overdue: undefined,
  run: undefined,
  test: undefined,
  group: undefined,
} satisfies ItemFilter;

/** Keeps the order and view, and removes all filters. */
export function withoutItemFilters(search: ItemSearch): ItemSearch {
  return narrowedItems(search, noFilters);
}

/** Returns whether any filter is set. */
export function isNarrowedItems(search: ItemSearch): boolean {
  return (Object.keys(noFilters) as (keyof typeof noFilters)[]).some((name) => search[name] !== undefined);
}

/** Returns the parameters that a saved view stores. */
export function filterOf(search: ItemSearch): ItemFilter {
  const {
    tab: _tab,
    view: _view,
    page: _page,
    size: _size,
    annotation: _annotation,
    project: _project,
    ...filter
  } = search;
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

function person(value: unknown): "me" | number | undefined {
  return value === "me" ? "me" : id(value);
}

function id(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** The router reads `q=404` as a number. */
function text(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const cut = String(value).slice(0, maxTextLength);
  return cut.trim() === "" ? undefined : cut;
}
