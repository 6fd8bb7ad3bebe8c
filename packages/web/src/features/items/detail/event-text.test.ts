import { itemEventKinds } from "@plumb/contract/items/annotation-parts.ts";
import { expect, test } from "vitest";
import { eventText } from "./event-text.ts";

test.for([
  ["status", "open", "in_progress", "changed the status from Open to In Progress"],
  ["assignment", null, "Ada", "assigned it to Ada"],
  ["assignment", "Ada", null, "removed Ada as assignee"],
  ["assignment", "Ada", "Ben", "assigned it to Ben instead of Ada"],
  ["edit", "Old", "New", "changed the title from “Old”"],
  ["edit", null, null, "changed the description"],
  ["due_date", "2026-03-05", null, "removed the due date"],
  ["due_date", null, "2026-03-05", "set the due date to 5 Mar 2026"],
  ["tags", "a", "", "removed all tags"],
  ["priority", "low", "critical", "changed the priority from Low to Critical"],
] as const)("%s from %s to %s: %s", ([kind, from, to, text]) => {
  expect(eventText({ kind, from, to, undoes: null })).toBe(text);
});

test("every kind has a text", () => {
  for (const kind of itemEventKinds) expect(eventText({ kind, from: "a", to: "b", undoes: null })).not.toBe("");
});

test("an undone change of an agent names the status after it", () => {
  expect(eventText({ kind: "status", from: "closed", to: "open", undoes: 3 })).toBe(
    "undid a change by an agent: the status is now Open",
  );
});
