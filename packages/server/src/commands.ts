/** Runs a command with its arguments. Returns the exit code. */
type Command = (args: readonly string[]) => Promise<number>;

/** Commands of `plumb-server`, loaded when they are used. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  blobs: async () => (await import("#files/blobs/blobs-command.ts")).blobsCommand,
};

/** Runs the command that the arguments start with. Returns its exit code; `null` if the server should start. */
export async function runCommand([name = "", ...args]: readonly string[]): Promise<number | null> {
  if (!Object.hasOwn(commands, name)) return null;
  const command = await commands[name]?.();
  return (await command?.(args)) ?? null;
}
