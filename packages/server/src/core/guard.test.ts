import { pino } from "pino";
import { expect, test } from "vitest";
import { guard } from "./guard.ts";

/** Returns a log with its lines; `next` waits for the next line. */
function logOfLines() {
  const lines: { msg: string; err: { message: string } }[] = [];
  let arrived = Promise.withResolvers<void>();
  const log = pino(
    { level: "error" },
    {
      write(line: string) {
        lines.push(JSON.parse(line) as (typeof lines)[number]);
        arrived.resolve();
        arrived = Promise.withResolvers();
      },
    },
  );
  return { log, lines, next: () => arrived.promise };
}

test.for([
  [
    "throws at once",
    () => {
      throw new Error("boom");
    },
  ],
  ["fails later", () => Promise.reject(new Error("boom"))],
] as const)("a handler that %s is logged, and its caller is not affected", async ([, handle]) => {
  const { log, lines, next } = logOfLines();
  const logged = next();
  expect(guard(log, "a message was not handled", handle)()).toBeUndefined();
  await logged;
  expect(lines).toMatchObject([{ msg: "a message was not handled", err: { message: "boom" } }]);
});

test("a handler runs immediately with its arguments", () => {
  const { log, lines } = logOfLines();
  const input: unknown[] = [];
  guard(log, "it was not handled", (...all: readonly [number, string]) => input.push(...all))(1, "two");
  expect([input, lines]).toEqual([[1, "two"], []]);
});
