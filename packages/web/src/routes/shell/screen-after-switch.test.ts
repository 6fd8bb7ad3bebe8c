import { expect, test } from "vitest";
import { screenAfterSwitch } from "./screen-after-switch.ts";

test.for([
  ["/", "/", "a screen stays"],
  ["/settings?tab=webhooks&webhook=3", "/settings?tab=webhooks", "a tab of the settings too"],
  ["/reports?tab=failed", "/reports", "but no filters of a list"],
  ["/trends", "/trends", "another one as well"],
  ["/reports/17", "/reports", "a report gives way to the list"],
  ["/projects", "/", "from the overview one goes in"],
  ["/projects/3", "/", "from a project's own page too"],
] as const)("switching the project on %s leads to %s: %s", ([from, to]) => {
  const [pathname = "", search = ""] = from.split("?");
  expect(screenAfterSwitch(pathname, search)).toBe(to);
});
