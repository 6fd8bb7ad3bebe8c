import { expect, test } from "vitest";
import { createDisposal } from "./disposal.ts";

test("what was started last is stopped first, once, and waited for", async () => {
  const stopped: string[] = [];
  const running = createDisposal();
  running.defer(async () => {
    await Promise.resolve();
    stopped.push("database");
  });
  const resource = { [Symbol.asyncDispose]: async () => void stopped.push("writer") };
  expect(running.use(resource)).toBe(resource);
  running.defer(() => stopped.push("app"));
  await running[Symbol.asyncDispose]();
  await running[Symbol.asyncDispose]();
  expect(stopped).toEqual(["app", "writer", "database"]);
});

test("a step that fails keeps no other from being stopped, and is told of", async () => {
  const stopped: string[] = [];
  const running = createDisposal();
  running.defer(() => stopped.push("database"));
  running.defer(() => Promise.reject(new Error("the disk is full")));
  await expect(running[Symbol.asyncDispose]()).rejects.toMatchObject({ errors: [{ message: "the disk is full" }] });
  expect(stopped).toEqual(["database"]);
});
