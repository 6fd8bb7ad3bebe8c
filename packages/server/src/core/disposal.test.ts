import { expect, test } from "vitest";
import { createDisposal } from "./disposal.ts";

test("the last started resource is stopped first, once, and awaited", async () => {
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

test("a failed step does not prevent others from stopping, and is reported", async () => {
  const stopped: string[] = [];
  const running = createDisposal();
  running.defer(() => stopped.push("database"));
  running.defer(() => Promise.reject(new Error("the disk is full")));
  await expect(running[Symbol.asyncDispose]()).rejects.toMatchObject({ errors: [{ message: "the disk is full" }] });
  expect(stopped).toEqual(["database"]);
});
