import { expect, test } from "vitest";
import { type RanTest, sinceLastPass } from "./since-last-pass.ts";

const step = (title: string, durationMs: number | null = 10, failed = false) => ({ title, durationMs, failed });
const ran = (more: Partial<RanTest>): RanTest => ({
  durationMs: 1000,
  steps: [],
  environment: {},
  commit: null,
  ...more,
});

test("reports the failed, new and skipped steps", () => {
  const passed = ran({ steps: [step("open"), step("sign in"), step("pay"), step("see the receipt")] });
  const failed = ran({ steps: [step("open"), step("accept cookies"), step("pay", 30, true)] });
  expect(sinceLastPass(passed, failed)).toMatchObject({
    failingStep: "pay",
    newSteps: ["accept cookies"],
    skippedSteps: ["sign in"],
  });
});

test("reports slower steps, worst first, and compares repeated steps one by one", () => {
  const passed = ran({ durationMs: 1000, steps: [step("click", 100), step("click", 100), step("load", 200)] });
  const failed = ran({ durationMs: 31_000, steps: [step("click", 120), step("click", 900), step("load", 30_000)] });
  expect(sinceLastPass(passed, failed)).toMatchObject({
    slower: 31,
    slowSteps: [
      { title: "load", beforeMs: 200, nowMs: 30_000 },
      { title: "click", beforeMs: 100, nowMs: 900 },
    ],
  });
});

test("reports other changes: environment, commits", () => {
  const passed = ran({ environment: { browser: "firefox 130", os: "linux" }, commit: "aaa" });
  const failed = ran({ environment: { browser: "firefox 131", os: "linux", proxy: "on" }, commit: "bbb" });
  expect(sinceLastPass(passed, failed)).toMatchObject({
    environment: [
      { name: "browser", before: "firefox 130", now: "firefox 131" },
      { name: "proxy", before: null, now: "on" },
    ],
    commits: { passed: "aaa", failed: "bbb" },
  });
});

test("no data means no difference", () => {
  expect(sinceLastPass(ran({ durationMs: null }), ran({}))).toEqual({
    failingStep: null,
    slower: null,
    slowSteps: [],
    newSteps: [],
    skippedSteps: [],
    environment: [],
    commits: null,
  });
  expect(sinceLastPass(ran({ durationMs: 0 }), ran({})).slower).toBeNull();
});
