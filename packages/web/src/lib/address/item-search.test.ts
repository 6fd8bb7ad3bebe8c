import { expect, test } from "vitest";
import { filterOf, isNarrowedItems, itemSearch, narrowedItems, withoutItemFilters } from "./item-search.ts";

test("a URL describes the list, without defaults and invalid values", () => {
  const raw = {
    status: "todo",
    assignee: "me",
    q: 404,
    page: "3",
    size: 25,
    sortBy: "title",
    sortOrder: "asc",
    overdue: true,
  };
  expect(itemSearch(raw)).toEqual({ ...raw, q: "404", page: 3 });
  expect(
    itemSearch({ status: "gone", page: 1, size: 10, sortBy: "created_at", assignee: "x", q: "  ", annotation: -1 }),
  ).toEqual({});
  expect(
    itemSearch({ assignee: "unassigned", annotation: "7", project: 3, tab: "notifications", view: "board" }),
  ).toEqual({
    assignee: "unassigned",
    annotation: 7,
    project: 3,
    tab: "notifications",
    view: "board",
  });
});

test("another filter starts at the first page, and clearing keeps order and view", () => {
  const search = itemSearch({ status: "open", page: 4, sortBy: "title", view: "board", annotation: 5 });
  expect(narrowedItems(search, { type: "issue" }).page).toBeUndefined();
  expect(itemSearch({ ...withoutItemFilters(search) })).toEqual({ sortBy: "title", view: "board", annotation: 5 });
  expect(isNarrowedItems(search)).toBe(true);
  expect(isNarrowedItems(withoutItemFilters(search))).toBe(false);
  expect(filterOf(search)).toEqual({ status: "open", sortBy: "title" });
});
