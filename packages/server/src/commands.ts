/** Runs a command and returns its exit code. */
export type Command = (args: readonly string[], version: string) => Promise<number>;

/** Commands of `plumb-server`. Modules are loaded when their command runs. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  backup: async () => (await import("#backup/backup-command.ts")).backupCommand,
  blobs: async () => (await import("#files/blobs/blobs-command.ts")).blobsCommand,
  db: async () => (await import("./commands/db-command.ts")).dbCommand,
  doctor: async () => (await import("#doctor/doctor-command.ts")).doctorCommand,
  project: async () => (await import("#backup/project/project-command.ts")).projectCommand,
  restore: async () => (await import("#backup/restore-command.ts")).restoreCommand,
};

/** Runs one of `commands`, and prints the message of an error. */
export async function runCommand(name: string, args: readonly string[], version: string): Promise<number> {
  try {
    const command = await commands[name]?.();
    return (await command?.(args, version)) ?? 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}
