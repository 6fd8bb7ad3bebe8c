/** How every command ends; `run` passes on what its command ended with. */
export const exitCode = { ok: 0, failed: 1, usage: 2, incomplete: 3, closed: 4 } as const;
