import { expect, test } from "vitest";
import { browserInTitles } from "./browser-name.ts";

test.each([
  [["checkout", "pays (Chromium)"], "chromium"],
  [["[Chrome] checkout", "pays"], "chrome"],
  [["firefox", "pays"], "firefox"],
  [["pays on Safari"], "webkit"],
  [["WebKit › pays"], "webkit"],
  [["Edge", "pays"], "edge"],
  [["pays [edge]"], "edge"],
  [["Microsoft Edge", "pays"], "edge"],
  [["login - Edge"], "edge"],
  [["login | Edge"], "edge"],
  [["login|edge"], "edge"],
  [["login – edge"], "edge"],
  [["handles edge cases"], undefined],
  [["opens the cutting-edge"], undefined],
  [["finds the shortest path - edge by edge"], undefined],
  [["knowledge base opens"], undefined],
  [["the chromed bumper shines"], undefined],
  [["x".repeat(5_000_000)], undefined],
])("%.60j names %s", (titles, browser) => {
  expect(browserInTitles(titles)).toBe(browser);
});
