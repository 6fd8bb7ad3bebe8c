import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createServerHome, type ServerProcess } from "#testing/process.ts";
import { createKeyAt, createProjectAt, signInAt } from "#testing/remote.ts";

const packages = fileURLToPath(new URL("../../../../../", import.meta.url));
const modules = join(packages, "..", "node_modules");
const reporter = join(packages, "reporter-playwright", "dist", "index.cjs");
const plumb = join(packages, "cli", "dist", "plumb.js");

const config = `
import { defineConfig } from "@playwright/test";
export default defineConfig({
  testDir: "tests",
  reporter: [[${JSON.stringify(reporter)}, { suite: "shop" }], ["json", { outputFile: "report.json" }]],
  projects: [{ name: "api" }],
});`;
const spec = `
import { test, expect } from "@playwright/test";
test.describe("Cart", () => {
  test("adds", async ({}, info) => {
    await info.attach("page", { body: "x".repeat(100_000), contentType: "text/html" });
  });
  test("pays", () => expect(1).toBe(2));
});`;

/** Creates a folder with a Playwright project, and functions that run it. */
function shop() {
  const folder = mkdtempSync(join(tmpdir(), "plumb-shop-"));
  symlinkSync(modules, join(folder, "node_modules"), "junction");
  mkdirSync(join(folder, "tests"));
  writeFileSync(join(folder, "package.json"), "{}");
  writeFileSync(join(folder, "playwright.config.ts"), config);
  writeFileSync(join(folder, "tests", "cart.spec.ts"), spec);
  const run = (args: readonly string[], env: Record<string, string>): Promise<string> =>
    new Promise((resolve) => {
      const { PATH, NODE_COMPILE_CACHE } = process.env;
      execFile(
        process.execPath,
        [...args],
        { cwd: folder, env: { PATH, NODE_COMPILE_CACHE, HOME: folder, ...env } },
        (_error, stdout, stderr) => resolve(stdout + stderr),
      );
    });
  return { folder, run, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

const playwright = [join(modules, "@playwright", "test", "cli.js"), "test"];

async function ask<Data>(server: ServerProcess, token: string, path: string): Promise<Data> {
  const response = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return ((await response.json()) as { data: Data }).data;
}

async function testIdsOf(server: ServerProcess, token: string, reportId: number): Promise<number[]> {
  const results = await ask<{ testId: number }[]>(server, token, `/api/reports/${reportId}/results`);
  return results.map(({ testId }) => testId).toSorted((one, other) => one - other);
}

// `npm test` builds both first. If they are not built, the test is skipped.
test.runIf(existsSync(reporter) && existsSync(plumb))(
  "Playwright's reporter reports live, spools while the server is unreachable, and names the tests as uploads do",
  async () => {
    await using home = await createServerHome();
    let server = await home.start();
    const token = await signInAt(server);
    const key = await createKeyAt(server, token, await createProjectAt(server, token));
    using location = shop();
    const env = () => ({ PLUMB_URL: server.url, PLUMB_API_KEY: key });

    expect(await location.run(playwright, env())).toContain("/reports/1");
    const uploaded = await location.run([plumb, "upload", "report.json", "--suite", "shop"], env());
    expect(uploaded).toContain("Report #2, shop: 2 tests, 1 passed, 1 failed");
    expect(await ask(server, token, "/api/reports/1")).toMatchObject({
      status: "failed",
      testSuite: "shop",
      summary: { total: 2, passed: 1, failed: 1 },
      problemCount: 0,
    });
    expect(await testIdsOf(server, token, 1)).toEqual(await testIdsOf(server, token, 2));

    await server.stop();
    expect(await location.run(playwright, env())).toContain("plumb upload --spool");
    expect(readdirSync(join(location.folder, ".plumb", "spool")).some((name) => name.endsWith(".ndjson"))).toBe(true);
    server = await home.start();
    const later = await location.run([plumb, "upload", "--spool"], env());

    expect(later).toContain("Report #3, shop: 2 tests, 1 passed, 1 failed");
    expect(existsSync(join(location.folder, ".plumb"))).toBe(false);
    expect(await testIdsOf(server, token, 3)).toEqual(await testIdsOf(server, token, 1));
    const [adds] = await ask<{ id: number; title: string }[]>(server, token, "/api/reports/3/results?status=passed");
    expect(await ask(server, token, `/api/reports/3/results/${adds?.id}`)).toMatchObject({
      artifacts: [{ name: "page", size: 100_000 }],
    });
  },
);
