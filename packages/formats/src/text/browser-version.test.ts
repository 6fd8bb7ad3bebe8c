import { expect, test } from "vitest";
import { isBrowser, withoutEnvironmentVersions, withoutVersions } from "./browser-version.ts";

test.for([
  ["Chrome 156.0.0.0 / Debian 12", "Chrome / Debian"],
  ["Chrome 141.0.7390 (Linux)", "Chrome Linux"],
  ["Chrome Headless 141.0.7390.54 (Linux x86_64)", "Chrome Headless Linux x86_64"],
  ["chrome-141.0.7390.54", "chrome"],
  ["Firefox/143.0", "Firefox"],
  ["firefox", "firefox"],
  ["Mobile-Chrome", "Mobile-Chrome"],
] as const)("%s without versions is %s", ([text, expected]) => {
  expect(withoutVersions(text)).toBe(expected);
});

test.for([
  ["Chrome 140.0", true],
  ["HeadlessChrome 141.0.7390 (Linux)", true],
  ["Chrome Headless 141.0.7390.54 (Linux 5.15)", true],
  ["Firefox 143 on Windows 11", true],
  ["Safari/26.1", true],
  ["Chrome 60 compatibility", false],
  ["Chrome", false],
  ["Edge 2", true],
  ["Edges 2", false],
  ["shop.ChromeTest", false],
] as const)("%s is only a browser with its version: %s", ([text, expected]) => {
  expect(isBrowser(text)).toBe(expected);
});

test("Kotlin's environment stays in a name, without versions", () => {
  expect(withoutEnvironmentVersions("pays[js, browser, ChromeHeadless141.0.7390, MacOS10.15.7]")).toBe(
    "pays[js, browser, ChromeHeadless, MacOS]",
  );
  expect(withoutEnvironmentVersions("reads Chrome141.0.7, browser, and more")).toBe(
    "reads Chrome141.0.7, browser, and more",
  );
});
