import { expect, test } from "vitest";
import { only, readFiles, sampleText } from "#testing/read-sample.ts";
import { playwrightHtml } from "./playwright-html.ts";
import { printedError } from "./printed-error.ts";

const sample = (name: string) => sampleText(new URL(`./samples/full/${name}`, import.meta.url));
const files = () => ({ "a1.json": sample("a1.json"), "report.json": sample("report.json") });
const problemsOf = async (report: Readonly<Record<string, string>>) =>
  only("problem", await readFiles(playwrightHtml, report)).map(({ severity, reason }) => `${severity}: ${reason}`);

test("tests have the identity and outcome of Playwright's JSON report", async () => {
  const events = await readFiles(playwrightHtml, files());
  expect(
    only("test", events).map((one) => [one.file, one.titlePath, one.variant, one.status, one.flaky, one.line]),
  ).toEqual([
    ["ui/cart.spec.ts", ["Cart", "adds a book"], "chromium", "passed", true, 5],
    ["ui/cart.spec.ts", ["expected to fail"], "chromium", "passed", false, 30],
    ["ui/cart.spec.ts", ["Cart", "Pay", "times out"], "chromium", "failed", false, 40],
    ["ui/cart.spec.ts", ["Cart", "later"], "chromium", "skipped", false, 50],
  ]);
  expect(only("test", events)[0]).toMatchObject({ tags: ["smoke"], author: "ada" });
  expect(only("test", events)[3]).toMatchObject({ skipReason: "SHOP-7" });
  expect(Object.assign({}, ...only("run", events))).toMatchObject({
    framework: "playwright",
    startedAt: 1_772_359_200_000,
    durationMs: 60_000.5,
    metadata: { product: "Shop" },
  });
});

test("the pieces in which the files arrive do not matter", async () => {
  const events = await readFiles(playwrightHtml, files(), 16);
  const tests = (all: typeof events) => all.filter(({ kind }) => kind !== "run" && kind !== "problem");
  expect(tests(await readFiles(playwrightHtml, files(), 1_000_000))).toEqual(tests(events));
});

test("an attempt has its printed error, steps, output and attachments", async () => {
  const events = await readFiles(playwrightHtml, files());
  expect(only("attempt", events)[0]).toMatchObject({
    status: "failed",
    startedAt: 1_772_359_201_000,
    errors: [
      {
        message: 'Error: expect(locator).toHaveText(expected) failed\n\nExpected: "2"\nReceived: "1"',
        file: "ui/cart.spec.ts",
        line: 19,
        column: 38,
      },
    ],
  });
  expect(only("attempt", events)[3]).toMatchObject({ status: "failed", timedOut: true });
  expect(
    only("step", events).map(({ title, depth, status, category, line }) => [title, depth, status, category, line]),
  ).toEqual([
    ["Before Hooks", 0, "passed", "hook", undefined],
    ['Fixture "page"', 1, "passed", "fixture", undefined],
    ["Click locator('#add')", 0, "passed", "pw:api", 18],
    ['Expect "toHaveText"', 0, "failed", "expect", undefined],
    ["later", 0, "skipped", "test.step", undefined],
  ]);
  expect(only("stdout", events)).toMatchObject([{ stream: "stdout", text: "adding\n" }]);
  expect(only("artifact", events)).toMatchObject([
    { name: "note", body: Buffer.from("Ünicode").toString("base64") },
    { name: "screenshot", path: "data/0123456789abcdef0123456789abcdef01234567.png", step: 2 },
  ]);
});

test("errors outside the tests and missing files are reported", async () => {
  expect(await problemsOf(files())).toEqual(["error: Error: no database (/w/setup.ts:3)"]);
  expect(await problemsOf({ "report.json": sample("report.json") })).toEqual([
    "error: Error: no database (/w/setup.ts:3)",
    "incomplete: The report lists 1 test files whose results it does not contain",
  ]);
  expect(await problemsOf({ "a1.json": sample("a1.json") })).toEqual([
    "incomplete: The report.json of the report is missing, so its errors and times are unknown",
  ]);
});

test("ignores values of the wrong type", async () => {
  const odd =
    '{"fileId":1,"fileName":2,"tests":[7,null,{},{"path":1,"results":[{"errors":{},"steps":3,"attachments":[1]}]}]}';
  const report = '{"startTime":1e300,"files":[{"fileId":3}],"errors":[1,{}],"stats":[],"metadata":7,"duration":"x"}';
  const events = await readFiles(playwrightHtml, { "a.json": odd, "report.json": report });
  expect(only("test", events).map(({ titlePath, status }) => [titlePath, status])).toEqual([
    [["(unnamed)"], "skipped"],
    [["(unnamed)"], "skipped"],
  ]);
});

test.for([
  ["no stack", { message: "no stack" }],
  [
    "TypeError: x\n    at f (/w/a.ts:1:2)",
    { message: "TypeError: x", location: { file: "/w/a.ts", line: 1, column: 2 } },
  ],
  ["\n    at /w/a.ts:1:2", { message: "" }],
] as const)("%j is split", ([text, parts]) => {
  expect(printedError(text)).toMatchObject(parts);
});

test.for([
  ['{"metadata":{},"startTime":1,"duration":2,"files":[{"fileId":"a"', true],
  ['{"metadata":{},"startTime":1,"duration":2,"files":[],"projectNames":[]}', true],
  ['{"fileId":"a","fileName":"a.spec.ts","tests":[', true],
  ['{"files":[{"path":"a"}],"startTime":1}', false],
  ['{"fileName":"a"}', false],
] as const)("%s is a file of Playwright's HTML report: %s", ([head, yes]) => {
  expect(playwrightHtml.recognises(head, "report.json")).toBe(yes);
});
