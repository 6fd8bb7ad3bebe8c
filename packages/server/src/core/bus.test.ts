import { pino } from "pino";
import { expect, test } from "vitest";
import { createBus, type Message } from "./bus.ts";

test("a listener that throws does not affect other listeners or the publisher", () => {
  const lines: string[] = [];
  const bus = createBus(pino({}, { write: (line: string) => void lines.push(line) }));
  const received: Message[] = [];
  bus.subscribe(() => {
    throw new Error("boom");
  });
  bus.subscribe((message) => void received.push(message));
  bus.publish({ about: "notifications", userId: 7 });
  expect(received).toEqual([{ about: "notifications", userId: 7 }]);
  expect(lines.join()).toContain("boom");
});
