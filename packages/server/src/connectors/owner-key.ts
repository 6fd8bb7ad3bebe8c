/** Returns an owner for comparisons, which ignore case and a leading @. */
export function ownerKey(owner: string): string {
  return owner.trim().replace(/^@/, "").toLowerCase();
}
