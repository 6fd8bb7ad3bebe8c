import { ApiError } from "#core/api-error.ts";

/** General limits; the contract has lower ones per endpoint. */
const max = { depth: 20, fields: 1000, listed: 10_000 } as const;

/**
 * Rejects values that are invalid for every endpoint before schemas parse them, because schemas visit every entry and level.
 *
 * @throws ApiError `invalid` for a value that is nested too deeply, has too many entries in one place, or contains U+0000, which PostgreSQL cannot
 * store.
 */
export function refuseUnfit(value: unknown): void {
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next.value === "string") refuseNul(next.value);
    if (typeof next.value !== "object" || next.value === null || ArrayBuffer.isView(next.value)) continue;
    if (next.depth >= max.depth) throw new ApiError("invalid", "This is nested too deeply.");
    const entries = Object.entries(next.value);
    const limit = Array.isArray(next.value) ? max.listed : max.fields;
    if (entries.length > limit) throw new ApiError("invalid", `There are more than ${limit} entries in one list.`);
    for (const [name, inner] of entries) {
      refuseNul(name);
      waiting.push({ value: inner, depth: next.depth + 1 });
    }
  }
}

function refuseNul(text: string): void {
  if (text.includes("\u0000"))
    throw new ApiError("invalid", "The text contains a character that cannot be stored (U+0000).");
}
