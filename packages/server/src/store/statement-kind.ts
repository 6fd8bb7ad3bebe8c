let distributed = false;

/**
 * From now on, writes statements for a distributed database, which sends a statement to the node of the project whose id it sees, and rejects functions
 * such as `set_config` in statements that write.
 */
export function writeForDistributed(): void {
  distributed = true;
}

export function isDistributed(): boolean {
  return distributed;
}
