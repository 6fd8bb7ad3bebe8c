import { expect, test } from "vitest";
import { folderLocation, nameLocation, ownVariant, placedVariant, locationKey, locationNames } from "./location.ts";
import { testSource } from "#testing/source.ts";

const source = (
  id: number,
  path: string,
  location: string | null = null,
  traits: Readonly<Record<string, string>> = {},
) => testSource(id, { path, place: location, traits: new Map(Object.entries(traits)) });

test.for([
  ["junit.xml", ""],
  ["packages/admin/junit.xml", "packages/admin"],
  ["orders/target/surefire-reports/TEST-shop.SmokeIT.xml", "orders"],
  ["app/build/test-results/testDebugUnitTest/TEST-shop.TillTest.xml", "app/testDebugUnitTest"],
  ["TestResults/Retries/k3Zp1/2/net10.0-main-x64.trx", ""],
  ["run/output.xml", ""],
  ["rerun-2/output.xml", ""],
  ["junit-ubuntu-latest/junit.xml", "junit-ubuntu-latest"],
  ["2026-11-02_09-00-00/report.xml", ""],
  ["6f1c2d34-9a0b-4c5d-8e7f-001122334455/report.xml", ""],
  ["managedDevice/debug/pixel2Api30/TEST-a.xml", "managedDevice/debug/pixel2Api30"],
  ["OrdersV2/junit.xml", "OrdersV2"],
  ["cafe24/junit.xml", "cafe24"],
  ["belt_test/run_1_of_3/test.xml", "belt_test"],
  ["results/NexusLowRes-28-en-rerun_1/test_result_1.xml", "NexusLowRes-28-en"],
] as const)("the folders of %s name the place %j", ([path, expected]) => {
  expect(folderLocation(path)).toBe(expected);
});

test.for([
  ["junit-chrome.xml", "chrome"],
  ["report_firefox_linux.json", "firefox linux"],
  ["results-node20.xml", "node20"],
  ["junit-3.13.xml", "3.13"],
  ["junit-3.13.1.xml", ""],
  ["TEST-shop.EdgeCaseTest.xml", ""],
  ["junit.xml", ""],
] as const)("the name of %s names the place %j", ([path, expected]) => {
  expect(nameLocation(path)).toBe(expected);
});

test.for([
  [
    [source(1, "a.trx", "net8.0"), source(2, "b.trx", "net10.0")],
    ["net8.0", "net10.0"],
  ],
  [
    [source(1, "packages/admin/junit.xml"), source(2, "packages/store/junit.xml")],
    ["packages/admin", "packages/store"],
  ],
  [
    [source(1, "orders/target/a.xml", "orders"), source(2, "stock/target/a.xml", "stock")],
    ["orders", "stock"],
  ],
  [
    [source(1, "shop/a.trx", "net8.0"), source(2, "shop/b.trx", "net10.0"), source(3, "admin/c.trx", "net8.0")],
    ["net8.0 shop", "net10.0 shop", "net8.0 admin"],
  ],
  [
    [source(1, "junit-admin.xml"), source(2, "junit-store.xml")],
    ["admin", "store"],
  ],
  [
    [source(1, "junit-1.xml"), source(2, "junit-2.xml")],
    ["", ""],
  ],
  [
    [source(1, "first.xml"), source(2, "second.xml")],
    ["", ""],
  ],
  [
    [source(1, "a.xml", null, { os: "linux", java: "21" }), source(2, "b.xml", null, { os: "windows", java: "21" })],
    ["linux", "windows"],
  ],
] as const)("%#: places are named by their difference", ([sources, expected]) => {
  const names = locationNames(sources.map((each) => [each]));
  expect(sources.map(({ id }) => names.get(id))).toEqual(expected);
});

test("sources that repeat each other have one place", () => {
  const names = locationNames([
    [source(1, "a.xml", "net8.0"), source(2, "retry/a.xml")],
    [source(3, "b.xml", "net10.0")],
  ]);
  expect([...names]).toEqual([
    [1, "net8.0"],
    [2, "net8.0"],
    [3, "net10.0"],
  ]);
});

test("the key of a place does not depend on numbers in a file name", () => {
  const key = (path: string) => locationKey(source(1, path, "net8.0"));
  expect(key("ci_2026-11-02_09_00_00.trx")).toBe(key("ci_2026-11-03_10_00_07.trx"));
  expect(locationKey(source(1, "junit.xml"))).toBeNull();
});

test.for([
  ["", "net8.0", "net8.0"],
  ["chromium", "linux", "chromium · linux"],
  ["chromium", "", "chromium"],
] as const)(
  "the variant %j at %j is %j, and the variant of the report without the place",
  ([variant, location, expected]) => {
    expect(placedVariant(variant, location)).toBe(expected);
    expect(ownVariant(expected, location)).toBe(variant);
  },
);
