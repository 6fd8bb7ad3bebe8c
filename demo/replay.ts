import { setTimeout as sleep } from "node:timers/promises";
import { type Client, createClient } from "@plumb/client/client.ts";
import { defaultBackoff, retry } from "@plumb/client/retry.ts";
import { createApiKey, listApiKeys, revokeApiKey } from "@plumb/contract/projects/api-keys.ts";
import { listProjects } from "@plumb/contract/projects/projects.ts";
import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { openRun, sendEvents } from "@plumb/contract/runs/live.ts";
import { projectName, seed, signIn } from "./demo-project.ts";
import { suiteNames } from "./history/catalogue.ts";
import { schedule } from "./history/schedule.ts";
import { type Recorded, recordedEvents } from "./recorded-events.ts";
import { runQuery } from "./run-query.ts";

/** Reporters send at least one batch a second, too. */
const batchMs = 1000;
/** How long the end of a run stays visible before the next one starts. */
const pauseMs = 30_000;
const backoff = { ...defaultBackoff, sleep: (ms: number) => sleep(ms), random: Math.random };
const keyName = "Live run of the demo";

/** A replayed run that the server must remove. */
export interface Replayed {
  readonly projectId: number;
  readonly source: number;
}

/**
 * Replays the last night's run of the web shop in real time, again and again. A replayed run is never completed: it is removed when
 * the next one starts. So it is part of no counter, causes no messages, and the demo does not grow.
 *
 * @param calls `withdraw` removes a run with its source. `onOpen` is called for each run.
 */
export async function replayForever(
  address: string,
  { withdraw, onOpen }: { readonly withdraw: (run: Replayed) => Promise<void>; readonly onOpen: () => void },
): Promise<never> {
  const client = await signIn(address);
  const project = (await client.call(listProjects)).data.find(({ name }) => name === projectName);
  if (project === undefined) throw new Error("the demo project does not exist");
  const params = { projectId: project.id };
  await revokeReplayKeys(client, project.id);
  const { key } = (await client.call(createApiKey, { params, body: { name: keyName } })).data;
  const pipeline = createClient({ baseUrl: address, token: () => key });
  const run = schedule(seed, Date.parse(project.createdAt)).findLast(
    ({ suite, branch }) => suite === "web" && branch === "main",
  );
  if (run === undefined) throw new Error("the run does not exist");
  const events = recordedEvents(seed, run);
  for (;;) {
    const { source, reportId } = await open(pipeline, run, (last) => withdraw({ projectId: project.id, source: last }));
    onOpen();
    await play(pipeline, { source, reportId }, events);
    await sleep(pauseMs);
  }
}

/** Ends the replays of a project, whose runs cannot send anything without their key. */
export async function revokeReplayKeys(client: Client, projectId: number): Promise<void> {
  for (const { id, name, revokedAt } of (await client.call(listApiKeys, { params: { projectId } })).data)
    if (name === keyName && revokedAt === null) await client.call(revokeApiKey, { params: { projectId, keyId: id } });
}

/** Opens a run, and removes that of the last time, which has the same client id. */
async function open(
  pipeline: Client,
  run: Parameters<typeof runQuery>[0],
  remove: (source: number) => Promise<void>,
): Promise<{ readonly source: number; readonly reportId: number }> {
  const { branch, commit } = runQuery(run);
  const body = {
    suite: `${suiteNames.web} smoke`,
    environment: "preview",
    framework: "playwright",
    branch,
    commit,
    clientId: "demo-live-run",
    tags: ["smoke"],
  };
  const opened = (await pipeline.call(openRun, { body })).data;
  if (opened.acknowledged === 0) return opened;
  await remove(opened.source);
  return (await pipeline.call(openRun, { body })).data;
}

async function play(
  pipeline: Client,
  { source, reportId }: { readonly source: number; readonly reportId: number },
  recorded: readonly Recorded[],
): Promise<void> {
  const startedAt = Date.now();
  let next = 0;
  let batch = 0;
  while (next < recorded.length) {
    const due: ResultEvent[] = [];
    for (let one = recorded[next]; one !== undefined && one.atMs <= Date.now() - startedAt; one = recorded[next]) {
      due.push(...one.events(startedAt));
      next += 1;
    }
    if (due.length > 0) {
      batch += 1;
      const lines = due.map((event) => `${JSON.stringify(event)}\n`).join("");
      const body = new Blob([lines], { type: "application/x-ndjson" });
      const query = { source, batch };
      // Repeating a batch changes nothing.
      await retry(backoff, () => pipeline.call(sendEvents, { params: { reportId }, query, body }));
    }
    await sleep(batchMs);
  }
}
