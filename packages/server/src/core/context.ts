import type { ProjectRole, User } from "@plumb/contract/people/auth.ts";
import type { ProjectField } from "@plumb/contract/endpoint.ts";
import type { Logger } from "pino";
import type { BlobStore } from "./blob-store.ts";
import type { Config } from "#config.ts";
import type { ByteBudget } from "./byte-budget.ts";
import type { UrlSigner } from "./url-signer.ts";
import type { ProcessMetrics } from "./process-metrics.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { Outgoing } from "#outgoing/outgoing.ts";
import type { Bus } from "./bus.ts";
import type { ReadRouter, Reads } from "./read-router.ts";
import type { SecretBox } from "./secret-box.ts";
import type { Actor } from "#store/administration/audit.ts";
import type { Database, Db } from "#store/db.ts";
import type { FoundKey } from "#store/projects/api-keys.ts";
import type { FoundShareLink } from "#store/projects/share-links.ts";
import type { Writer } from "#store/writer.ts";
import type { WorkerPool } from "#threads/worker-pool.ts";

/** Statements that authentication and authorisation need. */
export interface AccessStore {
  /** How the project of a call is found by each field that can determine it. */
  readonly projectLookups: Readonly<Record<ProjectField, ProjectLookup>>;
  readonly sessionUser: (db: Db, tokenHash: Buffer, now: Date) => Promise<User | null>;
  readonly apiKeyByHash: (db: Db, projectId: number, keyHash: Buffer, now: Date) => Promise<FoundKey | null>;
  /** Returns `null` if the link does not exist or has ended for any reason. */
  readonly shareLinkByHash: (db: Db, projectId: number, tokenHash: Buffer, now: Date) => Promise<FoundShareLink | null>;
  readonly isShareLinkActive: (db: Db, projectId: number, linkId: number, now: Date) => Promise<boolean>;
  readonly projectExists: (db: Db, projectId: number) => Promise<boolean>;
  readonly isExampleProject: (db: Db, projectId: number) => Promise<boolean>;
  readonly membershipRole: (db: Db, projectId: number, userId: number) => Promise<ProjectRole | null>;
  readonly leadsAnyProject: (db: Db, userId: number) => Promise<boolean>;
  /** Records a rejected call in the audit log: one event per caller, call, address and hour. */
  readonly recordRefusedCall: (
    db: Db,
    actor: Actor,
    call: { readonly projectId: number | null; readonly targetName: string },
  ) => Promise<void>;
}

interface ProjectLookup {
  readonly find: (db: Db, id: number) => Promise<number | null>;
  /** Message for missing objects. Must be the same for objects in other projects. */
  readonly missing?: string;
}

/** Services of the server. Tests replace the clock and the database. */
export interface Context extends Reads {
  /** Connections for the ingest of results, and for background jobs: see `Database`. */
  readonly ingestDb: Db;
  readonly backgroundDb: Db;
  /** Runs reads on the read replica, if there is one. */
  readonly reads: ReadRouter;
  readonly access: AccessStore;
  /** True if the database runs in this process. */
  readonly embedded: boolean;
  /** Opens what a backup reads the tables from. */
  readonly openForBackup: () => ReturnType<Database["openForBackup"]>;
  readonly blobs: BlobStore;
  /** Finished exports, apart from the other blobs: they are not counted, and expire. */
  readonly exportBlobs: BlobStore;
  /** Disk space for uploads until they are recorded. */
  readonly spoolBudget: ByteBudget;
  readonly writer: Writer;
  readonly threads: WorkerPool;
  readonly config: Pick<
    Config,
    | "dataDir"
    | "maxUploadBytes"
    | "maxProjectBytes"
    | "maxConnectionsPerAddress"
    | "metricsKey"
    | "runTimeoutMs"
    | "demo"
    | "trustProxy"
    | "oidc"
    | "allowPrivateHosts"
    | "backups"
    | "host"
    | "publicUrl"
    | "artifactUrl"
  >;
  readonly signer: UrlSigner;
  readonly bus: Bus;
  /** Encrypts stored secrets of other services. */
  readonly secretBox: SecretBox;
  /** Client for addresses entered by users. */
  readonly outgoing: Outgoing;
  /** Limits calls to other services that users trigger. */
  readonly outgoingLimit: RateLimit;
  /** Metrics of this process that its parts observe. */
  readonly metrics: ProcessMetrics;
  readonly clock: () => Date;
  readonly log: Logger;
  /** Base of links to the server, without a trailing slash. */
  readonly publicUrl: () => string;
  /** Port of the second listener, which serves artifacts; `null` while it is not listening. */
  readonly artifactPort: () => number | null;
  /** Page of the services that the demo talks to; `null` outside demo mode and until they have started. */
  readonly demoServices: () => string | null;
  readonly version: string;
  /** Aborted when the server begins to stop. It may still serve requests for a time. */
  readonly stopping: AbortSignal;
}
