import { setTimeout as sleep } from "node:timers/promises";
import { createKeyAt, createProjectAt, signInAt } from "../../packages/server/src/testing/remote.ts";
import { seededRandom } from "../../packages/server/src/testing/seeded-random.ts";
import { differences } from "./check.ts";
import { startCluster } from "./cluster.ts";
import { faults } from "./faults.ts";
import { type Load, reportLive, upload } from "../../packages/server/src/testing/steady-load.ts";
import { startReceiver } from "./receiver.ts";

interface Options {
  /** Determines the faults and their times; the load depends on the machine, too. */
  readonly seed: number;
  readonly rounds: number;
  /** Part of the names of the faults to inject; all by default. */
  readonly only?: string;
  readonly log: (line: string) => void;
}

const servers = 2;
const uploaders = 2;
const liveReporters = 3;
const maxPauseMs = 1500;
/** End of the logs in an error. */
const maxOutput = 3000;

export interface FaultsReport {
  /** Number of injected faults by name. */
  readonly injected: ReadonlyMap<string, number>;
  /** Names of faults that cannot be injected here, with the reason. */
  readonly skipped: ReadonlyMap<string, string>;
  readonly runs: number;
  readonly tests: number;
  /** Lost, doubled and wrongly counted runs. */
  readonly differences: readonly string[];
  /** Logs of the servers. */
  readonly output: string;
}

/** Reports to several servers while faults are injected at random times, and compares everything that was acknowledged afterwards. */
export async function runFaults({ seed, rounds, only = "", log }: Options): Promise<FaultsReport> {
  const random = seededRandom(seed);
  await using cluster = await startCluster(servers);
  await using receiver = await startReceiver();
  const [first] = cluster.servers;
  if (first === undefined) throw new Error("The cluster has no server.");
  const token = await signInAt(first);
  const projectId = await createProjectAt(first, token);
  const key = await createKeyAt(first, token, projectId);
  await createWebhookAt(first.url, token, projectId, receiver.url);
  const skipped = new Map(
    faults.flatMap(({ name, obstacle }) => (obstacle(cluster) === null ? [] : [[name, obstacle(cluster) ?? ""]])),
  );
  const possible = faults.filter(({ name }) => !skipped.has(name) && name.includes(only));

  const stop = new AbortController();
  const sent = new Map<string, number>();
  let turn = 0;
  const urlOf = () => (cluster.servers[(turn += 1) % servers] ?? first).url;
  const load: Load = { urlOf, key, sent, stopped: stop.signal, testsOfUpload: 40 };
  const reporters = Promise.all([
    ...Array.from({ length: uploaders }, (_, reporter) => upload(load, reporter)),
    ...Array.from({ length: liveReporters }, (_, reporter) => reportLive(load, reporter)),
  ]);
  // An error of a reporter ends the run, and is thrown below.
  const failed = reporters.catch((error: unknown) => error);
  const injected = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    const isFailed = await Promise.race([sleep(maxPauseMs * random(), false), failed.then(() => true)]);
    if (isFailed) break;
    const fault = possible[Math.floor(random() * possible.length)];
    if (fault === undefined) break;
    log(`${round + 1} of ${rounds}: ${fault.name} (${sent.size} runs acknowledged)`);
    await fault.inject(cluster, random);
    injected.set(fault.name, (injected.get(fault.name) ?? 0) + 1);
  }
  await sleep(maxPauseMs);
  stop.abort();
  await reporters.catch((error: unknown) => {
    throw new Error(`A reporter was rejected.\n${outputOf(cluster).slice(-maxOutput)}`, { cause: error });
  });
  log("Compare");
  return {
    injected,
    skipped,
    runs: sent.size,
    tests: [...sent.values()].reduce((sum, tests) => sum + tests, 0),
    differences: await differences({ url: first.url, token, projectId }, sent, receiver, log),
    output: outputOf(cluster),
  };
}

function outputOf({ servers: all }: Awaited<ReturnType<typeof startCluster>>): string {
  return all.map((server) => server.output()).join("\n");
}

async function createWebhookAt(url: string, token: string, projectId: number, target: string): Promise<void> {
  const response = await fetch(`${url}/api/projects/${projectId}/webhooks`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ url: target, events: ["run.finished"] }),
  });
  if (!response.ok) throw new Error(`The webhook was not created: ${await response.text()}`);
}
