import type { ResultEvent, TestEvent } from "@plumb/contract/result-event.ts";

type Change = Partial<Omit<TestEvent, "kind" | "status">>;

/** Returns an event for an announced, running or ended test. */
export function testEvent(id: string, status: TestEvent["status"], change: Change = {}): TestEvent {
  return {
    kind: "test",
    id,
    file: "cart.spec.ts",
    titlePath: ["Cart", id],
    variant: "",
    status,
    flaky: false,
    ...change,
  };
}

export function attemptEvent(test: string, status: TestEvent["status"], message?: string): ResultEvent {
  const errors = message === undefined ? [] : [{ message }];
  return { kind: "attempt", test, index: 0, status, startedAt: null, durationMs: 20, errors };
}

/** Returns the lines that a reporter would send. */
export function lines(events: readonly (ResultEvent | string)[]): string {
  return events.map((event) => (typeof event === "string" ? event : JSON.stringify(event))).join("\n");
}
