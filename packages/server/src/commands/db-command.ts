import { counted } from "@plumb/contract/text/counted.ts";
import { readConfig } from "#config.ts";
import { openDatabase } from "#store/db.ts";
import { distribute, type Distribution, prepareDistribution } from "#store/distribution/distribute.ts";
import { migrate } from "#store/migrate.ts";
import { confirm } from "./confirm.ts";
import { moveDatabase } from "./move-database.ts";

const usage = `Usage: plumb-server db distribute [--yes]
       plumb-server db move --to postgres://… [--blobs <folder or s3://bucket/prefix>] [--yes]`;

/** `plumb-server db …`. */
export async function dbCommand([name, ...args]: readonly string[]): Promise<number> {
  if (name === "move") return moveDatabase(args, usage);
  if (name !== "distribute" || args.some((argument) => argument !== "--yes")) throw new Error(usage);
  return distributeDatabase(args.includes("--yes"));
}

/** Distributes a PostgreSQL database with Citus by project. */
async function distributeDatabase(isConfirmed: boolean): Promise<number> {
  const { databaseUrl } = readConfig(process.env, []).config;
  if (databaseUrl === undefined)
    throw new Error("Set DATABASE_URL to the coordinator of a Citus cluster. The embedded database has one node.");
  await using database = await openDatabase({ url: databaseUrl, folder: null, connections: 1 });
  await migrate(database.db);
  const distribution = await prepareDistribution(database.db);
  print(planText(database.description, distribution));
  if (isDone(distribution)) return 0;
  if (!isConfirmed && !(await confirm("distribute"))) {
    print("Nothing was changed.");
    return 1;
  }
  const start = performance.now();
  await distribute(database.db, (step) =>
    print(`${((performance.now() - start) / 1000).toFixed(1).padStart(8)} s  ${step}`),
  );
  print("The database is distributed. Start the servers again.");
  return 0;
}

function isDone({ reference, distributed, foreignKeys }: Distribution): boolean {
  return reference.length + distributed.length + foreignKeys.length === 0;
}

function planText(description: string, distribution: Distribution): string {
  const { plan, workers, reference, distributed, foreignKeys } = distribution;
  const header = `${description}, ${counted(workers, "node")} with rows`;
  if (isDone(distribution)) return `${header}: all ${plan.distributed.length} tables of projects are distributed.`;
  return [
    header,
    `  Copy to each node (${reference.length} of ${plan.reference.length}): ${listed(reference)}`,
    `  Distribute by project (${distributed.length} of ${plan.distributed.length}): ${listed(distributed)}`,
    `  Leave on the coordinator (${plan.coordinator.length}): ${listed(plan.coordinator)}`,
    `  Foreign keys to remove and to add again: ${foreignKeys.length}`,
    "Make a backup and stop all servers first. If the command is interrupted, run it again; it continues.",
  ].join("\n");
}

function listed(tables: readonly string[]): string {
  return tables.length === 0 ? "none" : tables.join(", ");
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
