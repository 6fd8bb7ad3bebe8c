import { join } from "node:path";
import type { BlobLocation } from "./config.ts";
import { openBlobs } from "#files/blobs/open-blobs.ts";
import { accessStore } from "#api/access-store.ts";
import { createBus } from "#core/bus.ts";
import type { Context } from "#core/context.ts";
import { createProcessMetrics } from "#core/process-metrics.ts";
import { createRateLimit } from "#core/rate-limit.ts";
import { createSecretBox } from "#core/secret-box.ts";
import { createUrlSigner } from "#core/url-signer.ts";
import { createSpoolBudget } from "#ingest/spool/temporary-files.ts";
import { createOutgoing } from "#outgoing/outgoing.ts";
import type { Database } from "#store/db.ts";
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
  readonly blobs: BlobLocation;
  /** Signs links and encrypts the secrets of other services. */
  readonly secret: string;
  /** Addresses that outgoing requests may reach besides the configured ones: the services of the demo. */
  readonly allowTargets?: ReadonlySet<string>;
}

export function createContext({ database, blobs, secret, allowTargets = new Set(), ...given }: Input): Context {
  const { db, ingestDb, backgroundDb, embedded } = database;
  return {
    ...given,
    db,
    ingestDb,
    backgroundDb,
    embedded,
    access: accessStore,
    resultIndex: createResultIndex(db),
    failureIndex: createFailureIndex(db),
    testSearch: createTestSearch(db),
    itemSearch: createItemSearch(db),
    runStats: createRunStats(db, given.clock),
    blobs: openBlobs(blobs, given.log),
    exportBlobs: openBlobs(exportLocation(blobs), given.log, { checksHash: false }),
    spoolBudget: createSpoolBudget(given.config.maxUploadBytes),
    signer: createUrlSigner(secret),
    secretBox: createSecretBox(secret),
    bus: createBus(given.log),
    metrics: createProcessMetrics(),
    outgoing: createOutgoing({ ...given.config, allowTargets, threads: given.threads }),
    outgoingLimit: createRateLimit({ max: 10, windowMs: 60_000, clock: given.clock }),
  };
}

/** The other folders of blobs are named by the ids of projects. */
function exportLocation(blobs: BlobLocation): BlobLocation {
  if (typeof blobs === "string") return join(blobs, "exports");
  return { ...blobs, prefix: blobs.prefix === "" ? "exports" : `${blobs.prefix}/exports` };
}
