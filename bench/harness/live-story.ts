import type { ResultEvent, TestEvent } from "@plumb/contract/result-event.ts";
import { seeded } from "./random.ts";

/** A test of a story and its outcome. */
export interface StoryTest {
  readonly title: string;
  readonly status: "passed" | "failed" | "skipped";
  readonly flaky: boolean;
  /** True if a screenshot is sent for it. */
  readonly pictured: boolean;
}

/** Batches that a reporter sends for its part of a run, and the tests that the report must contain in the end. */
export interface LiveStory {
  readonly tests: readonly StoryTest[];
  readonly batches: readonly { readonly events: readonly ResultEvent[]; readonly decided: readonly StoryTest[] }[];
}

/** Number of workers per machine. In each batch, one test begins and one ends, so with one batch per second a test takes 4 s. */
const atOnce = 4;
const stepsOfTest = 6;

export const pictureBytes = 20_000;

/** Returns different content for each test. */
export function pictureOf({ title }: StoryTest): Buffer {
  return Buffer.alloc(pictureBytes, `${title} `);
}

/** @param name Name of the machine, which makes the titles of its tests unique. */
export function liveStory(name: string, count: number, seed: number): LiveStory {
  const random = seeded(seed);
  const tests = Array.from({ length: count }, (_, index): StoryTest => {
    const roll = random();
    const status = roll < 0.1 ? "failed" : roll < 0.13 ? "skipped" : "passed";
    const flaky = status === "passed" && random() < 0.05;
    return { title: `${name} test ${index}`, status, flaky, pictured: status === "failed" && index % 2 === 0 };
  });
  const batches = [tests.map((test) => testEvent(test, "announced"))].map((events) => ({
    events: events as ResultEvent[],
    decided: [] as readonly StoryTest[],
  }));
  for (let index = 0; index < count + atOnce; index += 1) {
    const begins = tests.slice(index, index + 1);
    const ends = index < atOnce ? [] : tests.slice(index - atOnce, index - atOnce + 1);
    batches.push({
      events: [...ends.flatMap((test) => endOf(test, random())), ...begins.flatMap(beginningOf)],
      decided: ends,
    });
  }
  return { tests, batches };
}

function testEvent({ title, flaky }: StoryTest, status: TestEvent["status"]): TestEvent {
  const isFlaky = flaky && status === "passed";
  const file = `e2e/${title.length % 40}.spec.ts`;
  return { kind: "test", id: title, file, titlePath: ["Shop", title], variant: "chromium", status, flaky: isFlaky };
}

function beginningOf(test: StoryTest): ResultEvent[] {
  return [
    testEvent(test, "running"),
    ...stepsOf(test, 0),
    {
      kind: "stdout",
      test: test.title,
      attempt: 0,
      stream: "stdout",
      text: `${test.title} begins with a cart of 3 items\n`,
    },
  ];
}

function stepsOf({ title }: StoryTest, attempt: number): ResultEvent[] {
  return Array.from({ length: stepsOfTest / 2 }, (_, index) => ({
    kind: "step",
    test: title,
    attempt,
    title: `click the button "Buy" number ${index}`,
    depth: index % 2,
    status: "passed",
    durationMs: 12 * index,
  }));
}

function endOf(test: StoryTest, luck: number): ResultEvent[] {
  const attempt = (index: number, status: "passed" | "failed" | "skipped"): ResultEvent => ({
    kind: "attempt",
    test: test.title,
    index,
    status,
    startedAt: null,
    durationMs: Math.round(luck * 2000),
    errors: status === "failed" ? [errorOf(luck)] : [],
    worker: Math.floor(luck * atOnce),
  });
  const attempts = test.flaky ? [attempt(0, "failed"), attempt(1, "passed")] : [attempt(0, test.status)];
  return [...stepsOf(test, 0), ...attempts, testEvent(test, test.status)];
}

const causes = [
  "toHaveText(expected) failed",
  "Timeout 5000ms exceeded",
  "net::ERR_CONNECTION_REFUSED",
  "toBeVisible() failed",
];

function errorOf(luck: number) {
  const message = `Error: ${causes[Math.floor(luck * causes.length)] ?? ""} while waiting for locator("#cart")`;
  return { message, stack: `${message}\n    at cart (/work/e2e/cart.ts:12:7)\n    at shop (/work/e2e/shop.ts:34:5)` };
}
