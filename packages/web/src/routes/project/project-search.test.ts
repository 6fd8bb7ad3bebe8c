import { expect, test } from "vitest";
import { projectSearch, projectsSearch } from "./project-search.ts";

test.for([
  [{}, {}, "the members"],
  [{ tab: "api-keys" }, { tab: "api-keys" }, "another tab"],
  [{ invitations: "pending" }, { invitations: "pending" }, "which invitations"],
  [{ tab: "members" }, {}, "what is shown anyway is left out"],
  [{ tab: ["settings"] }, {}, "what makes no sense too"],
] as const)("the page of a project parses %j as %j: %s", ([raw, expected]) => {
  expect(projectSearch(raw)).toEqual(expected);
});

test.for([
  [{ q: "shop" }, { q: "shop" }, "words"],
  [{ q: 404 }, { q: "404" }, "a number is a word"],
  [{ q: "" }, {}, "nothing"],
  [{ q: { a: 1 } }, {}, "what makes no sense"],
  [{ q: "x".repeat(300) }, { q: "x".repeat(200) }, "no more than the server takes"],
] as const)("the overview parses %j as %j: %s", ([raw, expected]) => {
  expect(projectsSearch(raw)).toEqual(expected);
});
