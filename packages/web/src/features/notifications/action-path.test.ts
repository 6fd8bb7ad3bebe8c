import { expect, test } from "vitest";
import { actionPath } from "./action-path.ts";

test.for([
  ["/reports/7?status=failed#top", null, "/reports/7?status=failed#top", "a path of the app, with all of it"],
  [null, 12, "/analysis?annotation=12", "the analysis item where no path is given"],
  ["/reports/7", 12, "/reports/7", "the path given, before the analysis item"],
  [null, null, null, "nowhere"],
  ["https://elsewhere.example/", null, null, "no other server"],
  ["//elsewhere.example/", null, null, "no other server without its scheme"],
  ["/\\elsewhere.example/", null, null, "no other server behind a backslash"],
  ["/\t/elsewhere.example/", null, null, "no other server behind a tabulator, which browsers drop"],
  ["javascript:alert(1)", 3, "/analysis?annotation=3", "no script, but the analysis item"],
  ["reports/7", null, null, "nothing relative: the page it is read on would decide"],
] as const)("%j with item %j links to %j: %s", ([actionUrl, annotationId, expected]) => {
  expect(actionPath({ actionUrl, annotationId })).toBe(expected);
});
