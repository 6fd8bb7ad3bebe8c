import { expect, test } from "vitest";
import { isOverdue, itemStatuses, mayEditText } from "./item-labels.ts";

const due = (due_date: string | null, status: (typeof itemStatuses)[number] = "open") => ({ due_date, status });

test("an item is overdue from the day after its due date, unless it is resolved or closed", () => {
  expect(isOverdue(due("2030-01-30"), "2030-01-31")).toBe(true);
  expect(isOverdue(due("2030-01-31"), "2030-01-31")).toBe(false);
  expect(isOverdue(due(null), "2030-01-31")).toBe(false);
  const overdue = itemStatuses.filter((status) => isOverdue(due("2020-01-01", status), "2030-01-31"));
  expect(overdue).toEqual(["open", "in_progress", "reopened", "invalid"]);
});

test("only its creator can edit the text of an item, and only while it is open", () => {
  expect(mayEditText({ created_by: 7, status: "open" }, 7)).toBe(true);
  expect(mayEditText({ created_by: 7, status: "reopened" }, 7)).toBe(false);
  expect(mayEditText({ created_by: 7, status: "open" }, 8)).toBe(false);
  expect(mayEditText({ created_by: null, status: "open" }, undefined)).toBe(false);
});
