import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openAgent } from "#testing/agent.ts";
import { createTestApp } from "#testing/app.ts";

interface RecordedCall {
  readonly method: "POST" | "PUT";
  readonly path: string;
  readonly body?: object;
  /** Raw bytes of a form with its content type. */
  readonly form?: string;
  readonly type?: string;
  /** Id in the recorded response, to which later calls refer. */
  readonly id?: string;
}

/** Repeats the recorded calls of an agent in their order. */
async function replay(name: string) {
  const plumb = await createTestApp();
  const { key, read } = await openAgent(plumb);
  const calls = JSON.parse(readFileSync(new URL(`./recorded/${name}.json`, import.meta.url), "utf8")) as RecordedCall[];
  const ids = new Map<string, string>();
  const now = (text: string) => [...ids].reduce((replaced, [was, is]) => replaced.replaceAll(was, is), text);
  const statuses = new Set<number>();
  for (const { method, path, body, form, type, id } of calls) {
    const response = await plumb.app.inject({
      method,
      url: `/api/v1/shop${now(path)}`,
      headers: { authorization: `Bearer ${key}`, "content-type": type ?? "application/json; charset=UTF-8" },
      payload: now(form ?? JSON.stringify(body)),
    });
    statuses.add(response.statusCode);
    const input = response.json<{ id?: string }>().id;
    if (id !== undefined && input !== undefined) ids.set(id, input);
  }
  return { plumb, read, statuses };
}

test("calls of Jest's agent give the same result as Jest's report", async () => {
  const { plumb, read, statuses } = await replay("jest");
  await using _ = plumb;

  expect(statuses).toEqual(new Set([200, 201]));
  expect(await read.report()).toMatchObject({
    status: "failed",
    framework: "jest",
    branch: "main",
    tags: ["nightly"],
    summary: { total: 4, passed: 2, failed: 1, skipped: 1, flaky: 1 },
  });
  expect(await read.result("pays")).toMatchObject({
    file: "tests/cart.test.cjs",
    titlePath: ["Cart", "items", "pays"],
    variant: "",
    annotations: [],
    retries: 1,
    attempts: [
      { status: "failed", errors: [{ message: expect.stringContaining("Expected: 2") as string }], stderr: "" },
      { status: "failed" },
    ],
  });
  expect(await read.result("flaky")).toMatchObject({
    flaky: true,
    attempts: [{ status: "failed" }, { status: "passed" }],
  });
});

test("calls of WebdriverIO's agent become tests of a browser, with their screenshots", async () => {
  const { plumb, read, statuses } = await replay("webdriverio");
  await using _ = plumb;

  expect(statuses).toEqual(new Set([200, 201]));
  expect(await read.report()).toMatchObject({
    framework: "webdriverio",
    summary: { total: 3, passed: 1, failed: 1, skipped: 1 },
  });
  expect(await read.result("adds an item")).toMatchObject({
    file: "test/specs/cart.e2e.js",
    titlePath: ["Cart", "items", "adds an item"],
    variant: "chrome",
    browser: "chrome.120.linux",
    artifacts: [{ name: "screenshot", kind: "screenshot", attempt: 0 }],
  });
  expect(await read.result("pays")).toMatchObject({ error: "Error: Expected 2, got 1" });
});
