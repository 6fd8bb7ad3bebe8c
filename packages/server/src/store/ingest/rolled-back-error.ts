/**
 * Another process rolled a source back while this one wrote it: this process was paused, or lost its connection to the database, and counted as dead.
 * The sender repeats the upload. `machineFault` knows the code.
 */
export class RolledBackError extends Error {
  readonly code = "ROLLED_BACK";

  constructor(sourceId: number) {
    super(`Source ${sourceId} was rolled back while it was being written.`);
  }
}
