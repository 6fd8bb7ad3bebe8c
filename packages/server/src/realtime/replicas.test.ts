import type { Joined } from "@plumb/contract/realtime.ts";
import { expect, inject, test } from "vitest";
import { connectLive } from "#testing/live-client.ts";
import { createServerHome, type ServerProcess } from "#testing/process.ts";
import { createKeyAt, createProjectAt, signInAt } from "#testing/remote.ts";

function sendRun({ url }: ServerProcess, key: string, build: string): Promise<Response> {
  const body = new FormData();
  body.append("files", new Blob(['<testsuite name="web"><testcase name="buys"/></testsuite>']), "report.xml");
  return fetch(`${url}/api/ingest/uploads?suite=web&build=${build}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body,
  });
}

// The embedded database belongs to one process, so it has no replicas.
test.runIf(inject("databaseTemplate").kind === "postgres")(
  "a client sees what happens on another replica, also after it changed the replica",
  async () => {
    await using home = await createServerHome();
    const one = await home.start();
    const other = await home.start();
    const token = await signInAt(one);
    const projectId = await createProjectAt(one, token);
    const key = await createKeyAt(one, token, projectId);
    using watcher = await connectLive(other.url.replace("http", "ws"), { token });
    const joined = (await watcher.ask("join-project", projectId)) as Extract<Joined, { success: true }>;

    expect((await sendRun(one, key, "1")).status).toBe(200);
    const completed = (await watcher.next("test-execution-completed")) as { projectId: number };
    expect(completed.projectId).toBe(projectId);

    await other.kill();
    await watcher.ended;
    using again = await connectLive(one.url.replace("http", "ws"), { token });
    // The other replica does not know this number, so the client reads everything again.
    expect(await again.ask("join-project", projectId, { epoch: joined.epoch, number: joined.number })).toMatchObject({
      success: true,
      resumed: false,
    });
    expect((await sendRun(one, key, "2")).status).toBe(200);
    await again.next("test-execution-completed");
  },
);
