import { expect, test } from "vitest";
import { readError } from "#errors/read-error.ts";
import { FailureGroups } from "./failure-groups.ts";
import { fingerprintOf } from "./failure-fingerprint.ts";
import { similarity } from "./similarity.ts";

const outline = (message: string, stack?: string) => fingerprintOf(readError({ message, stack: stack ?? null }));

const refused = (scheme: string, path: string) => `Error: page.goto: ${scheme} at http://localhost:4173${path}`;

test.for([
  [
    "pages of one application that is down",
    refused("net::ERR_CONNECTION_REFUSED", "/a"),
    refused("NS_ERROR_CONNECTION_REFUSED", "/b?c=1"),
  ],
  ["ports", "connect ECONNREFUSED 127.0.0.1:4173", "connect ECONNREFUSED 127.0.0.1:9090"],
  ["copies of a host", "getaddrinfo ENOTFOUND db-1.internal", "getaddrinfo ENOTFOUND db-17.internal"],
  [
    "ids",
    "Order 5f0c7a9e-1111-4222-8333-444455556666 is closed",
    "Order 00000000-1111-4222-8333-4444aaaabbbb is closed",
  ],
  ["times", "no mail until 2026-01-02T10:11:12Z", "no mail until 2026-03-04T05:06:07.123Z"],
  [
    "folders",
    "ENOENT: no such file, open '/home/ann/shop/data.csv'",
    "ENOENT: no such file, open 'C:\\ci\\work\\data.csv'",
  ],
  ["browsers", "no element in chromium 126.0.1", "no element in Firefox 131"],
  ["durations", "waited 5000ms in vain", "waited 12.5 s in vain"],
  ["class names that a build makes up", "locator('.css-1x2y3z') is hidden", "locator('.css-9k8j7h') is hidden"],
  [
    "where in a suite it failed",
    "Parent suite setup failed:\nNo keyword with name 'Pay' found.",
    "No keyword with name 'Pay' found.",
  ],
  [
    "what lies over an element",
    "element click intercepted: Element <a> is not clickable. Other element would receive the click: <li>",
    "element click intercepted: Element <a> is not clickable. Other element would receive the click: <hr>",
  ],
] as const)("%s do not separate failures", ([, one, other]) => {
  expect(similarity(outline(one), outline(other))?.kind).toBe("same");
});

test.for([
  [
    "locators",
    "Expected to find element: `#pay`, but never found it.",
    "Expected to find element: `#back`, but never found it.",
  ],
  [
    "hosts",
    refused("net::ERR_CONNECTION_REFUSED", "/"),
    "Error: page.goto: net::ERR_CONNECTION_REFUSED at http://pay.shop.test/",
  ],
  ["statuses", "Request failed with status code 404", "Request failed with status code 500"],
  ["names", "cartTotal is not defined", "cartCount is not defined"],
  ["modules", "No module named 'app'", "No module named 'requests'"],
  [
    "settings",
    "1 validation error\nSECRET_KEY\n  Field required",
    "1 validation error\nDATABASE_URL\n  Field required",
  ],
  ["how a process ended", "process has been terminated with code 1", "process has been terminated with code 130"],
  ["what is expected", "Expected: 200\nReceived: 500", "Expected: 7\nReceived: 8"],
  [
    "nouns of short sentences",
    "the basket has the wrong total of items in it",
    "the invoice has the wrong total of items in it",
  ],
] as const)("%s separate failures", ([, one, other]) => {
  expect(similarity(outline(one), outline(other))).toBeNull();
});

const bare = (owner: string) =>
  outline("expected [true] but found [false]", `\tat shop.${owner}.pays(${owner}.java:12)`);

test("failures without information are distinguished by their location", () => {
  expect(similarity(bare("PayTest"), bare("CartTest"))).toBeNull();
  expect(similarity(bare("PayTest"), bare("PayTest"))?.kind).toBe("same");
});

const long = (browser: string, system: string, name: string) =>
  outline(
    `WebDriverException: Misconfigured: the account of the grid was not accepted, which has no valid name and no valid key. Look at the settings of the account and try again with these wishes that were received: browser ${browser}, system ${system}, name ${name}, nothing else`,
  );

test("long texts that differ in a few words are similar, and the words are reported", () => {
  expect(similarity(long("opera", "linux", "pays"), long("opera", "macos", "refunds"))).toMatchObject({
    kind: "similar",
    anchors: {},
    onlyInFirst: ["linux", "pays"],
    onlyInSecond: ["macos", "refunds"],
  });
});

test("groups do not depend on the order of failures", () => {
  const systems = ["linux", "macos", "windows", "android"];
  const outlines = [
    ...systems.flatMap((system) => ["pays", "refunds", "ships"].map((name) => long("opera", system, name))),
    outline("connection refused"),
    outline("cartTotal is not defined"),
  ];
  const orders = [
    outlines,
    outlines.toReversed(),
    outlines.toSorted((a, b) => (a.text.slice(-9) < b.text.slice(-9) ? -1 : 1)),
  ];
  const grouped = orders.map((order) => {
    const groups = new FailureGroups();
    for (const each of order) groups.add(each);
    return outlines.map((each) => groups.groupOf(each));
  });
  expect(new Set(grouped[0]).size).toBe(3);
  expect(grouped[1]).toEqual(grouped[0]);
  expect(grouped[2]).toEqual(grouped[0]);
});

test("a failure similar to two groups merges them, and the reason is reported", () => {
  const groups = new FailureGroups();
  const words = Array.from({ length: 30 }, (_, index) => `word${"abcdefghijklmnopqrstuvwxyzäöüß"[index]}`);
  const without = (...left: number[]) => outline(words.filter((_, index) => !left.includes(index)).join(" "));
  expect(groups.add(without(0, 1, 2, 3))).toEqual([]);
  expect(groups.add(without(10, 11, 12, 13, 14))).toEqual([]);
  expect(groups.add(without(0, 10))).toHaveLength(2);
});
