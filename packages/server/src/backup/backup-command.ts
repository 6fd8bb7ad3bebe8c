import { type Config, describeLocation } from "#config.ts";
import { openBlobs } from "#files/blobs/open-blobs.ts";
import { FolderInUse } from "#store/embedded/lock-file.ts";
import { openBackupTarget } from "./backup-target.ts";
import {
  backupLocation,
  lostFilesCode,
  openExisting,
  readOptions,
  readSettings,
  secretKeyId,
} from "./command-options.ts";
import { type BackupReport, makeBackup } from "./make-backup.ts";
import { listBackups } from "./list-backups.ts";
import { pruneBackups } from "./prune-backups.ts";
import { backupText, listText, pruneText } from "./report-text.ts";
import { requestBackup } from "./backup-requests.ts";

const usage = `Usage: plumb-server backup [--to <folder or s3://bucket/prefix>]
       plumb-server backup list [--from <location>]
       plumb-server backup prune --keep <number> [--from <location>]`;

/** Makes, lists or removes backups. */
export async function backupCommand(args: readonly string[], version: string): Promise<number> {
  const [subcommand, ...rest] = args;
  if (subcommand === "list") return listCommand(rest);
  if (subcommand === "prune") return pruneCommand(rest);
  return makeCommand(args, version);
}

/** Backs up the database and the files, whether the server is running or not. */
async function makeCommand(args: readonly string[], version: string): Promise<number> {
  const { to } = readOptions(args, ["to"], usage);
  const config = readSettings();
  const location = backupLocation(config, to, "--to", usage);
  const description = describeLocation(location);
  const report = await makeBackupHere(config, location, version).catch(async (error: unknown) => {
    if (!(error instanceof FolderInUse)) throw error;
    return (await requestBackup(config.dataDir, { to: description, project: null }, error)) as BackupReport;
  });
  process.stdout.write(backupText(report, description));
  return report.lost.length === 0 ? 0 : lostFilesCode;
}

async function listCommand(args: readonly string[]): Promise<number> {
  const { from } = readOptions(args, ["from"], usage);
  const target = openBackupTarget(backupLocation(readSettings(), from, "--from", usage));
  process.stdout.write(listText(await listBackups(target), target.description));
  return 0;
}

async function pruneCommand(args: readonly string[]): Promise<number> {
  const { from, keep = "" } = readOptions(args, ["from", "keep"], usage);
  if (!/^[1-9]\d{0,5}$/.test(keep)) throw new Error(`--keep must be a number from 1.\n${usage}`);
  const target = openBackupTarget(backupLocation(readSettings(), from, "--from", usage));
  process.stdout.write(pruneText(await pruneBackups(target, Number(keep)), target.description));
  return 0;
}

async function makeBackupHere(
  config: Config,
  location: ReturnType<typeof backupLocation>,
  version: string,
): Promise<BackupReport> {
  await using database = await openExisting(config);
  return await makeBackup({
    db: database.db,
    openForBackup: database.openForBackup,
    blobs: openBlobs(config.blobs),
    target: openBackupTarget(location),
    version,
    secretKeyId: secretKeyId(config),
    now: new Date(),
  });
}
