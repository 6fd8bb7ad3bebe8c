/** Exit codes of all commands. `run` can also return the exit code of its command. */
export const exitCode = { ok: 0, failed: 1, usage: 2, incomplete: 3, closed: 4 } as const;
