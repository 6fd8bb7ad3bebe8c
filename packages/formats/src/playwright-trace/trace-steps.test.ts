import { expect, test } from "vitest";
import { traceSteps } from "./trace-steps.ts";

const stack = (file: string, line: number) => [{ file, line, column: 3 }];
const before = (callId: string, title: string, more: object = {}) => ({
  type: "before",
  callId,
  startTime: 100,
  class: "Test",
  method: "pw:api",
  title,
  params: {},
  stack: [],
  ...more,
});
const after = (callId: string, endTime: number, more: object = {}) => ({ type: "after", callId, endTime, ...more });
const lines = (...events: object[]) => events.map((event) => JSON.stringify(event));

const recorded = lines(
  { version: 10, type: "context-options", origin: "testRunner" },
  before("a@1", "Before Hooks", { method: "hook" }),
  before("a@2", 'Fixture "page"', { method: "fixture", parentId: "a@1" }),
  after("a@2", 130),
  after("a@1", 140),
  before("a@3", "pays", { method: "test.step", stack: stack("/ci/shop/tests/cart/pay.spec.ts", 9) }),
  before("a@4", "Click", { parentId: "a@3", subtitle: "#pay", stack: stack("/ci/shop/tests/pages.ts", 31) }),
  after("a@4", 400.5, { error: { message: "Timeout" } }),
  after("a@3", 410, { error: { message: "Timeout" } }),
  before("a@5", "After Hooks", { method: "hook" }),
  after("a@5", 450, { attachments: [{ name: "screenshot" }, { name: "video" }] }),
  before("a@6", 'Fixture "launchOptions"', { group: "configuration", stack: stack("project#", 1) }),
  after("a@6", 460),
);

test("hooks, fixtures, calls and steps have location, time, error and attachments", () => {
  const { steps, attachments } = traceSteps(recorded, "cart/pay.spec.ts");
  expect(
    steps.map(({ title, depth, category, durationMs, file, line }) => [title, depth, category, durationMs, file, line]),
  ).toEqual([
    ["Before Hooks", 0, "hook", 40, undefined, undefined],
    ['Fixture "page"', 1, "fixture", 30, undefined, undefined],
    ["pays", 0, "test.step", 310, "cart/pay.spec.ts", 9],
    ["Click #pay", 1, "pw:api", 300.5, "pages.ts", 31],
    ["After Hooks", 0, "hook", 350, undefined, undefined],
  ]);
  expect(steps.map(({ status, error }) => [status, error])).toEqual([
    ["passed", undefined],
    ["passed", undefined],
    ["failed", "Timeout"],
    ["failed", "Timeout"],
    ["passed", undefined],
  ]);
  expect(attachments).toEqual([
    { name: "screenshot", step: 4 },
    { name: "video", step: 4 },
  ]);
});

test("reads the names that older versions give to calls and steps", () => {
  const { steps } = traceSteps(
    lines(
      { version: 6, type: "context-options" },
      { ...before("a", "x"), title: undefined, apiName: "page.click", method: "step" },
      after("a", 150),
    ),
    null,
  );
  expect(steps).toMatchObject([{ title: "page.click", category: "test.step", durationMs: 50 }]);
});

test("ignores broken, unfinished and unknown parts", () => {
  const broken = [
    "",
    "{",
    "[]",
    "7",
    ...lines({ type: "before" }, { type: "after", callId: "never" }, { type: "stdout" }),
  ];
  const open = lines(
    before("a", "waits", { startTime: "x", stack: "y", parentId: 5 }),
    after("b", 1, { attachments: [1] }),
  );
  expect(traceSteps([...broken, ...open], "a.ts")).toMatchObject({
    steps: [{ title: "waits", depth: 0, durationMs: null }],
    attachments: [],
  });
});
