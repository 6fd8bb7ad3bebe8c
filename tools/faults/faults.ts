import { closeSync, openSync, renameSync, rmSync, statfsSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster, Server } from "./cluster.ts";

/** Numbers from 0 to 1. */
type Random = () => number;

interface Fault {
  readonly name: string;
  /** Returns why the fault cannot be injected here; `null` if it can. */
  readonly obstacle: (cluster: Cluster) => string | null;
  /** Injects the fault and ends it. Afterwards, all processes run. */
  readonly inject: (cluster: Cluster, random: Random) => Promise<void>;
}

const always = () => null;
const chunkBytes = 1024 * 1024;
/** Deliveries that a server queues while its clock is ahead are due at that time; the check waits longer. */
const maxJumpSeconds = 240;

export const faults: readonly Fault[] = [
  {
    name: "kill -9 of a server",
    obstacle: always,
    async inject(cluster, random) {
      const server = oneOf(cluster.servers, random);
      await server.kill();
      await sleep(1000 * random());
      await server.start();
    },
  },
  {
    name: "kill -9 of all servers",
    obstacle: always,
    async inject({ servers }) {
      await Promise.all(servers.map((server) => server.kill()));
      await startAll(servers);
    },
  },
  {
    name: "a server that is paused, and wakes up or is lost",
    obstacle: always,
    async inject(cluster, random) {
      const server = oneOf(cluster.servers, random);
      server.signal("SIGSTOP");
      await sleep(500 + 4000 * random());
      if (random() < 0.5) server.signal("SIGCONT");
      else await server.kill();
      await server.start();
    },
  },
  {
    name: "kill -9 of the database",
    obstacle: always,
    async inject({ postgres, servers }, random) {
      await postgres.kill();
      await sleep(2000 * random());
      await postgres.restart();
      await startAll(servers);
    },
  },
  {
    name: "restart of the database",
    obstacle: always,
    async inject({ postgres, servers }, random) {
      await postgres.stop();
      await sleep(2000 * random());
      await postgres.restart();
      await startAll(servers);
    },
  },
  {
    // A slow device needs a kernel module; a process that does not continue waits as long for its disk.
    name: "a disk that does not respond for seconds: the database is paused",
    obstacle: always,
    async inject({ postgres }, random) {
      postgres.pause();
      await sleep(500 + 3500 * random());
      postgres.continue();
    },
  },
  {
    name: "full disk",
    obstacle: ({ disk }) => (disk === null ? "a file system of limited size needs root and mount" : null),
    async inject({ disk, postgres, servers }, random) {
      const ballast = join(disk ?? "", "ballast");
      fillDisk(disk ?? "", ballast);
      await sleep(500 + 2500 * random());
      rmSync(ballast);
      // PostgreSQL ends if it cannot write its log.
      if (!postgres.isRunning()) await postgres.restart();
      await startAll(servers);
    },
  },
  {
    name: "clock jumps",
    obstacle: ({ servers }) => (servers[0]?.clockFile === null ? "needs libfaketime, a package of Debian" : null),
    async inject(cluster, random) {
      const server = oneOf(cluster.servers, random);
      const seconds = Math.round((random() - 0.5) * 2 * maxJumpSeconds);
      writeFileSync(server.clockFile ?? "", `${seconds < 0 ? "" : "+"}${seconds}\n`);
      await sleep(500 + 2500 * random());
      rmSync(server.clockFile ?? "", { force: true });
    },
  },
  {
    name: "folder of files away",
    obstacle: always,
    async inject({ blobs }, random) {
      renameSync(blobs, `${blobs}-away`);
      writeFileSync(blobs, "not a folder");
      await sleep(500 + 2500 * random());
      rmSync(blobs);
      renameSync(`${blobs}-away`, blobs);
    },
  },
];

/** Starts the servers that have ended. They may not start before the database has recovered. */
async function startAll(servers: readonly Server[]): Promise<void> {
  for (const server of servers) await server.start();
}

function oneOf<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

function fillDisk(disk: string, path: string): void {
  const file = openSync(path, "w");
  const chunk = Buffer.alloc(chunkBytes, 1);
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(disk);
      if (bavail * bsize === 0) break;
      writeSync(file, chunk, 0, Math.min(chunkBytes, bavail * bsize));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    closeSync(file);
  }
}
