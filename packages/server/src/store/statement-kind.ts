let distributed = false;

/**
 * Writes statements for a distributed database from now on. It sends a statement to the node of the project whose id it sees, and rejects functions
 * such as `set_config` in statements that write.
 */
export function writeForDistributed(): void {
  distributed = true;
}

export function isDistributed(): boolean {
  return distributed;
}
