import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { BlobLocation } from "./config.ts";
import { openBlobs } from "#files/blobs/open-blobs.ts";
import { accessStore } from "#api/access-store.ts";
import { createBus } from "#core/bus.ts";
import type { Context } from "#core/context.ts";
import { createProcessMetrics } from "#core/process-metrics.ts";
import { createReadRouter, type Reads } from "#core/read-router.ts";
import { createRateLimit } from "#core/rate-limit.ts";
import { createSecretBox } from "#core/secret-box.ts";
import { createUrlSigner } from "#core/url-signer.ts";
import { createSpoolBudget } from "#ingest/spool/temporary-files.ts";
import { createOutgoing } from "#outgoing/outgoing.ts";
import type { Database, Db } from "#store/db.ts";
import type { ReadReplica } from "#store/replica/read-replica.ts";
import { createFailureIndex } from "#read-models/failures/failure-index.ts";
import { createItemSearch } from "#read-models/items/item-search.ts";
import { createResultIndex } from "#read-models/results/result-index.ts";
import { createTestSearch } from "#read-models/tests/test-search.ts";
import { createRunStats } from "#read-models/runs/run-stats.ts";

/** Parts that differ between `main.ts` and tests. */
interface Input extends Pick<
  Context,
  | "artifactPort"
  | "clock"
  | "config"
  | "demoServices"
  | "log"
  | "publicUrl"
  | "stopping"
  | "threads"
  | "version"
  | "writer"
> {
  readonly database: Database;
  /** `null` without DATABASE_READ_URL. */
  readonly replica?: ReadReplica | null;
  readonly maxReadLagMs?: number;
  readonly blobs: BlobLocation;
  /** Signs links and encrypts the secrets of other services. */
  readonly secret: string;
  /** Addresses that outgoing requests may reach besides the configured ones: the services of the demo. */
  readonly allowTargets?: ReadonlySet<string>;
}

export function createContext({
  database,
  replica = null,
  maxReadLagMs = 10_000,
  blobs,
  secret,
  config,
  allowTargets = new Set(),
  ...parts
}: Input): Context {
  const { db, ingestDb, backgroundDb, embedded } = database;
  const readsOf = createReadModels(parts.clock);
  const bus = createBus(parts.log);
  return {
    ...parts,
    config,
    ...readsOf(db),
    ingestDb,
    backgroundDb,
    embedded,
    openForBackup: () => database.openForBackup(join(config.dataDir, `backup-copy-${randomUUID()}`)),
    access: accessStore,
    reads: createReadRouter({ readsOf, primary: db, replica, maxLagMs: maxReadLagMs, bus, log: parts.log }),
    blobs: openBlobs(blobs, parts.log),
    exportBlobs: openBlobs(exportLocation(blobs), parts.log, { checksHash: false }),
    spoolBudget: createSpoolBudget(config.maxUploadBytes),
    signer: createUrlSigner(secret),
    secretBox: createSecretBox(secret),
    bus,
    metrics: createProcessMetrics(),
    outgoing: createOutgoing({ ...config, allowTargets, threads: parts.threads }),
    outgoingLimit: createRateLimit({ max: 10, windowMs: 60_000, clock: parts.clock }),
  };
}

/** Returns a function that binds the read models to a database. All have the same values in memory. */
function createReadModels(clock: () => Date): (db: Db) => Reads {
  const [resultIndex, failureIndex] = [createResultIndex(), createFailureIndex()];
  const [testSearch, itemSearch, runStats] = [createTestSearch(), createItemSearch(), createRunStats(clock)];
  return (db) => ({
    db,
    resultIndex: resultIndex(db),
    failureIndex: failureIndex(db),
    testSearch: testSearch(db),
    itemSearch: itemSearch(db),
    runStats: runStats(db),
  });
}

/** The other folders of blobs are named by the ids of projects. */
function exportLocation(blobs: BlobLocation): BlobLocation {
  if (typeof blobs === "string") return join(blobs, "exports");
  return { ...blobs, prefix: blobs.prefix === "" ? "exports" : `${blobs.prefix}/exports` };
}
