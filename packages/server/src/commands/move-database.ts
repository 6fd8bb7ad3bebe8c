import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { formatBytes, formatCount } from "@plumb/contract/figures.ts";
import { counted } from "@plumb/contract/text/counted.ts";
import { lostFilesCode } from "#backup/command-options.ts";
import { type BlobLocation, describeLocation, readBlobLocation, readConfig } from "#config.ts";
import { moveBlobs, type MoveResult } from "#files/blobs/move-blobs.ts";
import { openBlobs } from "#files/blobs/open-blobs.ts";
import {
  checkMoveTarget,
  finishMove,
  type MoveStep,
  moveTables,
  prepareMoveTarget,
} from "#store/backup/move-tables.ts";
import { readSnapshot, type Snapshot } from "#store/backup/snapshot.ts";
import { type Database, openDatabase } from "#store/db.ts";
import { FolderInUse } from "#store/embedded/lock-file.ts";
import { confirm } from "./confirm.ts";

interface Options {
  readonly to: string;
  /** `null` if the files stay where they are. */
  readonly blobs: string | null;
  readonly yes: boolean;
}

/**
 * `plumb-server db move`: copies the embedded database, and its files, to PostgreSQL and a folder or bucket. It changes nothing in the source. If it is
 * interrupted, it continues: tables and files that are equal are skipped.
 */
export async function moveDatabase(args: readonly string[], usage: string): Promise<number> {
  const options = optionsIn(args, usage);
  const { config } = readConfig({ ...process.env, DATABASE_URL: "", DATABASE_READ_URL: "" }, []);
  if (!existsSync(join(config.dataDir, "db")))
    throw new Error(
      `${config.dataDir} contains no embedded database. Set PLUMB_DATA_DIR to the data folder of the server.`,
    );
  const blobs = options.blobs === null ? null : readBlobLocation(options.blobs, "--blobs", process.env);
  if (JSON.stringify(blobs) === JSON.stringify(config.blobs))
    throw new Error("--blobs is where the files are already. Leave it out.");
  await using source = await openSource(config.dataDir);
  await using target = await openDatabase({ url: options.to, folder: null, connections: 1 });
  return await readSnapshot(source.db, async (snapshot) => {
    const state = await checkMoveTarget(target.db, snapshot, `The database (${target.description})`);
    await refuseOtherFiles(blobs, state);
    print(planText({ source, target, snapshot, state, options, blobs: config.blobs }));
    if (!options.yes && !(await confirm("move"))) {
      print("Nothing was changed.");
      return 1;
    }
    if (state === "new") await prepareMoveTarget(target.db, snapshot);
    const files = blobs === null ? null : await moveFiles(config.blobs, blobs);
    const steps: MoveStep[] = [];
    await moveTables(target.db, snapshot, (step) => {
      steps.push(step);
      print(`  ${step.copied ? "Copied" : "Equal "} ${step.table}: ${counted(step.rows, "row")}`);
    });
    await finishMove(target.db, snapshot);
    print(resultText({ steps, files, options, dataDir: config.dataDir }));
    return files === null || files.failed.length === 0 ? 0 : lostFilesCode;
  });
}

/** @throws Error with the usage. */
function optionsIn(args: readonly string[], usage: string): Options {
  try {
    const {
      to,
      blobs = null,
      yes,
    } = parseArgs({
      args: [...args],
      options: { to: { type: "string" }, blobs: { type: "string" }, yes: { type: "boolean", default: false } },
    }).values;
    if (to === undefined || !/^postgres(ql)?:\/\//.test(to)) throw new Error("--to must be an address: postgres://…");
    return { to, blobs, yes };
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage}`, { cause: error });
  }
}

async function openSource(dataDir: string): Promise<Database> {
  try {
    return await openDatabase({ url: undefined, folder: dataDir, connections: 1 });
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    throw new Error(`${error.message} Stop the server first: what it records during the move would be lost.`, {
      cause: error,
    });
  }
}

/** Files of an interrupted move belong to it. */
async function refuseOtherFiles(blobs: BlobLocation | null, state: "new" | "resumed"): Promise<void> {
  if (blobs === null || state === "resumed" || (await openBlobs(blobs).projects()).length === 0) return;
  throw new Error(
    "The location of --blobs contains files already. Nothing was changed. Use an empty folder or prefix.",
  );
}

/** Exports expire after a week, and are made again from the report. */
async function moveFiles(from: BlobLocation, to: BlobLocation): Promise<MoveResult> {
  const moved = await moveBlobs({
    from: openBlobs(from),
    to: openBlobs(to),
    trustsSizes: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  for (const { projectId, hash, reason } of moved.failed)
    process.stderr.write(`Not copied: ${hash} of project ${projectId}, because ${reason}.\n`);
  print(`  Files: ${filesText(moved)}`);
  return moved;
}

function filesText({ copied, copiedBytes, present, failed }: MoveResult): string {
  return `${formatCount(copied)} copied (${formatBytes(copiedBytes)}), ${formatCount(present)} equal, ${formatCount(failed.length)} failed`;
}

interface Plan {
  readonly source: Pick<Database, "description">;
  readonly target: Pick<Database, "description">;
  readonly snapshot: Snapshot;
  readonly state: "new" | "resumed";
  readonly options: Options;
  readonly blobs: BlobLocation;
}

function planText({ source, target, snapshot, state, options, blobs }: Plan): string {
  const files = describeLocation(blobs);
  return [
    `${state === "new" ? "Move" : "Continue the move of"} ${source.description}`,
    `  to      ${target.description}: ${counted(snapshot.tables.length, "table")}`,
    `  Files   ${options.blobs === null ? `stay in ${files}` : `${files} to ${options.blobs}`}`,
    "The source is not changed. If the command is interrupted, run it again; it continues.",
  ].join("\n");
}

interface Result {
  readonly steps: readonly MoveStep[];
  readonly files: MoveResult | null;
  readonly options: Options;
  readonly dataDir: string;
}

function resultText({ steps, files, options, dataDir }: Result): string {
  const rows = steps.reduce((sum, step) => sum + step.rows, 0);
  const url = new URL(options.to);
  if (url.password !== "") url.password = "…";
  return [
    "The move is complete, and all rows were compared.",
    `  Tables  ${formatCount(steps.length)} with ${formatCount(rows)} rows`,
    ...(files === null ? [] : [`  Files   ${filesText(files)}`]),
    "Set these variables for the server, and start it:",
    `  DATABASE_URL=${decodeURI(url.href)}`,
    ...(options.blobs === null
      ? []
      : [`  PLUMB_BLOBS=${options.blobs}, with the PLUMB_S3_… variables of this command`]),
    ...(existsSync(join(dataDir, "secret")) ? [`  PLUMB_SECRET=<the content of ${join(dataDir, "secret")}>`] : []),
    `Keep ${dataDir} until you have checked the new server, and do not start a server with its database again.`,
  ].join("\n");
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
