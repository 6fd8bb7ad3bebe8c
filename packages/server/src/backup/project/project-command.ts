import { formatBytes, formatCount } from "@plumb/contract/figures.ts";
import { counted } from "@plumb/contract/text/counted.ts";
import { openBackupTarget } from "#backup/backup-target.ts";
import { lostFilesCode, openExisting, readOptions, readSettings, requestedLocation } from "#backup/command-options.ts";
import { requestBackup } from "#backup/backup-requests.ts";
import { type BlobLocation, type Config, describeLocation } from "#config.ts";
import { openBlobs } from "#files/blobs/open-blobs.ts";
import { FolderInUse } from "#store/embedded/lock-file.ts";
import { exportProject, type ExportReport } from "./export-project.ts";
import { importProject } from "./import-project.ts";

const usage = `Usage: plumb-server project export <name or id> --to <folder or s3://bucket/prefix>
       plumb-server project import --from <folder or s3://bucket/prefix> [--name <new name>]

To import into an embedded database, stop the server first.`;

/** `plumb-server project …`: moves one project to another server. */
export async function projectCommand(args: readonly string[], version: string): Promise<number> {
  const [subcommand, ...rest] = args;
  if (subcommand === "export") return exportCommand(rest, version);
  if (subcommand === "import") return importCommand(rest);
  throw new Error(usage);
}

async function exportCommand([project = "", ...args]: readonly string[], version: string): Promise<number> {
  const { to } = readOptions(args, ["to"], usage);
  if (to === undefined || project === "" || project.startsWith("--")) throw new Error(usage);
  const config = readSettings();
  const location = requestedLocation(config, to);
  const report = await exportHere(config, { location, project, version }).catch(async (error: unknown) => {
    if (!(error instanceof FolderInUse)) throw error;
    const request = { to: describeLocation(location), project };
    return (await requestBackup(config.dataDir, request, error)) as ExportReport;
  });
  process.stdout.write(
    [
      `Exported “${report.project.name}” to ${describeLocation(location)}.`,
      `  Tables  ${counted(report.rows, "row")}`,
      `  Files   ${formatCount(report.blobs.count)} (${formatBytes(report.blobs.bytes)})`,
      ...(report.lost.length === 0
        ? []
        : [`  Lost    ${counted(report.lost.length, "file")} were missing or damaged before`]),
      "  Not included: API keys, webhooks, connections, notification rules and their secrets",
      "",
    ].join("\n"),
  );
  return report.lost.length === 0 ? 0 : lostFilesCode;
}

async function exportHere(
  config: Config,
  { location, ...options }: { readonly location: BlobLocation; readonly project: string; readonly version: string },
): Promise<ExportReport> {
  await using database = await openExisting(config);
  return await exportProject({
    ...options,
    db: database.db,
    openForBackup: database.openForBackup,
    blobs: openBlobs(config.blobs),
    target: openBackupTarget(location),
    now: new Date(),
  });
}

async function importCommand(args: readonly string[]): Promise<number> {
  const { from, name } = readOptions(args, ["from", "name"], usage);
  if (from === undefined) throw new Error(usage);
  const trimmed = name?.trim();
  if (trimmed !== undefined && (trimmed.length < 1 || trimmed.length > 100))
    throw new Error("--name must have 1 to 100 characters.");
  const config = readSettings();
  await using database = await openExisting(config);
  const report = await importProject({
    db: database.db,
    blobs: openBlobs(config.blobs),
    target: openBackupTarget(requestedLocation(config, from, "--from")),
    name: trimmed ?? null,
  });
  process.stdout.write(
    [
      `Imported “${report.name}” as project ${report.projectId}.`,
      `  Tables  ${counted(report.rows, "row")}`,
      `  Files   ${formatCount(report.blobs)} (${formatBytes(report.blobBytes)})`,
      ...(report.accountsCreated === 0
        ? []
        : [
            `  People  ${counted(report.accountsCreated, "deactivated account")} created for people without an account here`,
          ]),
      ...(report.lost === 0
        ? []
        : [`  Lost    ${counted(report.lost, "file")} were missing or damaged before the export`]),
      "  Next    Create API keys, connections and notification rules for it",
      "",
    ].join("\n"),
  );
  return 0;
}
