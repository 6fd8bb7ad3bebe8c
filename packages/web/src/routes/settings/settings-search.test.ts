import { expect, test } from "vitest";
import { settingsSearch } from "./settings-search.ts";

test.for([
  [{}, {}],
  [
    { tab: "users", q: 404, status: "deactivated", invitations: "pending" },
    { tab: "users", q: "404", status: "deactivated", invitations: "pending" },
  ],
  [{ tab: "general", q: "", status: "gone", invitations: "all", project: "-1" }, {}],
  [
    {
      tab: "audit",
      actor: "ada@example.test",
      action: "project.created",
      project: "7",
      from: "2030-01-01",
      until: "2030-01-31",
    },
    {
      tab: "audit",
      actor: "ada@example.test",
      action: "project.created",
      project: 7,
      from: "2030-01-01",
      until: "2030-01-31",
    },
  ],
  [
    { tab: "webhooks", webhook: "3" },
    { tab: "webhooks", webhook: 3 },
  ],
  [{ tab: "language-model" }, { tab: "language-model" }],
  [{ action: "<script>", from: "yesterday", until: "2030-13-45", q: { a: 1 } }, {}],
] as const)("parses the URL parameters %j as %j", ([raw, expected]) => {
  expect(settingsSearch(raw)).toEqual(expected);
});
