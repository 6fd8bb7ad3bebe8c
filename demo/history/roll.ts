/**
 * Returns a number from 0 (inclusive) to 1 (exclusive) that depends only on the key. With a sequential generator, an additional test or run would
 * change the values of all others.
 */
export function roll(...key: readonly (string | number)[]): number {
  return hashOf(key.join("\u0000")) / 4_294_967_296;
}

/** Selects an entry of a list by the key. */
export function pick<Item>(list: readonly [Item, ...Item[]], ...key: readonly (string | number)[]): Item {
  return list[Math.floor(roll(...key) * list.length)] ?? list[0];
}

/** Returns hexadecimal digits, for commit and spec ids. */
export function hexOf(length: number, ...key: readonly (string | number)[]): string {
  let hex = "";
  for (let part = 0; hex.length < length; part++) {
    hex += hashOf(`${key.join("\u0000")}\u0000${part}`)
      .toString(16)
      .padStart(8, "0");
  }
  return hex.slice(0, length);
}

/** FNV-1a with the finaliser of MurmurHash3, so that similar short keys have very different hashes. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
