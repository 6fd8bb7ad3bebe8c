import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { createServerHome, type ServerProcess } from "#testing/process.ts";
import { checkOut, linkLibraries } from "#testing/release-checkout.ts";
import { createKeyAt, createProjectAt, signInAt } from "#testing/remote.ts";
import { junit } from "#testing/reports.ts";

/** Release 0.2.0. Replace it with the commit of each new release (docs/publishing.md). */
const previous = "07b579204b70b7c707e04eb1e3c01281aaf2ae8b";

interface Report {
  readonly id: number;
  readonly build: string;
  readonly status: string;
}

/** Calls a server as one user, and expects success. */
async function call<Body>(
  { url }: ServerProcess,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Body> {
  const isText = typeof body === "string";
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && !isText && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  expect([method, path, response.status, response.ok ? "" : text]).toEqual([method, path, expect.any(Number), ""]);
  return JSON.parse(text) as Body;
}

/** Uploads a report, opens the pages about it, and returns the builds that the server lists. */
async function use(server: ServerProcess, token: string, key: string, build: string): Promise<string[]> {
  const report = junit([
    ["basket", "adds"],
    ["basket", "pays", "expected 1 to be 2"],
  ]);
  await call(server, key, "POST", `/api/ingest/uploads?filename=a.xml&suite=web&build=${build}`, report);
  const { data: reports } = await call<{ data: Report[] }>(server, token, "GET", "/api/reports?projectId=1");
  const { id } = reports.find((one) => one.build === build) as Report;
  const pages = [
    `/api/reports/${id}`,
    `/api/reports/${id}/results?status=failed`,
    `/api/reports/${id}/metrics`,
    "/api/jobs?state=failed",
  ];
  for (const path of pages) await call(server, token, "GET", path);
  const item = { title: `Build ${build}`, message: "Look at it", type: "note" };
  await call(server, token, "POST", "/api/annotations/projects/1/annotations", item);
  return reports.map((one) => `${one.build} ${one.status}`);
}

// The embedded database belongs to one process, so two versions never run on it together.
test.runIf(inject("databaseTemplate").kind === "postgres")(
  "a server of the previous release works while a server of this one has migrated its database",
  async ({ skip }) => {
    const folder = mkdtempSync(join(tmpdir(), "plumb-previous-"));
    try {
      try {
        checkOut(previous, folder);
      } catch {
        skip("This checkout has no history with the previous release.");
      }
      const missing = linkLibraries(folder);
      skip(missing.length > 0, `The previous release needs ${missing.join(", ")}, which this one does not.`);
      await using home = await createServerHome("none");
      const environment = { PLUMB_SECRET: "the secret of both servers", PLUMB_BLOBS: join(home.dataDir, "blobs") };
      const old = await home.start(
        { ...environment, PLUMB_DATA_DIR: join(home.dataDir, "old") },
        {
          program: join(folder, "packages/server/src/main.ts"),
        },
      );
      const token = await signInAt(old);
      const key = await createKeyAt(old, token, await createProjectAt(old, token));
      expect(await use(old, token, key, "1")).toEqual(["1 failed"]);

      const current = await home.start({ ...environment, PLUMB_DATA_DIR: join(home.dataDir, "new") });
      expect(await use(old, token, key, "2")).toEqual(["2 failed", "1 failed"]);
      expect(await use(current, token, key, "3")).toEqual(["3 failed", "2 failed", "1 failed"]);
      // Both run jobs of both.
      const queued = async () =>
        (await call<{ data: unknown[] }>(old, token, "GET", "/api/jobs?state=queued")).data.length;
      await expect.poll(queued).toBe(0);
      expect((await call<{ data: unknown[] }>(old, token, "GET", "/api/jobs?state=failed")).data).toEqual([]);
      expect(await use(old, token, key, "4")).toHaveLength(4);
      for (const server of [old, current]) {
        expect(await server.stop()).toBe(0);
        expect(server.output().match(/"level":[56]0.*/g)).toBeNull();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
);
