/** A command of `plumb-server`. Returns the exit code. */
type Command = (args: readonly string[]) => Promise<number>;

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  "db distribute": async () => (await import("./commands/db-distribute.ts")).run,
};

/** Returns the command that the arguments name, with its own arguments; `null` if the server should start. */
export function commandOf(args: readonly string[]): (() => Promise<number>) | null {
  const name = args.slice(0, 2).join(" ");
  const load = commands[name];
  return load === undefined ? null : async () => (await load())(args.slice(2));
}
