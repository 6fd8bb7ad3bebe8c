/**
 * How Node runs the server (docs/decisions/0006-reading-threads.md). Its young generation would grow to 128 MB while a large report
 * is imported and keep that, though nothing of it lives; its old one would be collected four times a second meanwhile, for the
 * buffers of a body that is received; and several threads that collect 16 MB take more of the processors than one.
 */
export const serverFlags = ["--max-semi-space-size=16", "--heap-growing-percent=100", "--no-parallel-scavenge"];

/**
 * For servers that tests start and stop within a minute. Half of their processor time went into compiling the embedded database a
 * second time, for a speed that they do not live to see; quick looks of the bench take a fifth less without.
 */
export const briefServerFlags = [...serverFlags, "--liftoff-only"];
