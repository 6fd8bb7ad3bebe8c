/**
 * Node flags of the server (docs/decisions/0006-reading-threads.md). Without them, the young generation grows to 128 MB while a large report is
 * imported and keeps that size, the old generation is collected four times a second while a body is received, and several threads together use more
 * processor time than one to collect 16 MB.
 */
export const serverFlags = ["--max-semi-space-size=16", "--heap-growing-percent=100", "--no-parallel-scavenge"];

/**
 * Flags for servers that tests start and stop within a minute. They skip the second, optimising compilation of the embedded database, which took half
 * of the processor time and does not pay off in such a short time. Without it, quick runs of the bench take a fifth less time.
 */
export const briefServerFlags = [...serverFlags, "--liftoff-only"];
