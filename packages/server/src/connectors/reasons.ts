/** Maximum depth of lists and objects in an error, such as `{"message": {"title": ["is too long"]}}`. */
const maxDepth = 3;
/** Maximum number of values to visit in an error, including those without a text. */
const maxVisited = 100;
const maxNameLength = 100;

/**
 * Returns the texts in the parts of an error, with the field name before texts in an object's fields. Errors can have any size and depth, so the
 * texts are found one by one, and only the first values are visited.
 */
export function* textsIn(parts: Iterable<unknown>): Generator<string, void, undefined> {
  let left = maxVisited;
  function* visit(value: unknown, name: string, depth: number): Generator<string, void, undefined> {
    left -= 1;
    if (typeof value === "string") yield name + value;
    else if (name !== "" && (typeof value === "number" || typeof value === "boolean")) yield `${name}${value}`;
    if (typeof value !== "object" || value === null || depth === maxDepth) return;
    for (const [key, item] of entriesOf(value)) {
      if (left === 0) return;
      const own = key === null ? name : `${name}${key.slice(0, maxNameLength)} `;
      yield* visit(item, own, depth + 1);
    }
  }
  for (const part of parts) {
    if (left === 0) return;
    yield* visit(part, "", 0);
  }
}

/** Returns the items of a list, or the fields of an object with their names, one by one. */
function* entriesOf(value: object): Generator<readonly [string | null, unknown], void, undefined> {
  if (Array.isArray(value)) for (const item of value as readonly unknown[]) yield [null, item];
  else for (const key in value) yield [key, (value as Record<string, unknown>)[key]];
}

/** Returns a field of a response body; `undefined` if the body is not an object. */
export function partOf(body: unknown, name: string): unknown {
  return typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;
}

/** Returns the first items of a part that should be a list. */
export function firstOf(part: unknown): readonly unknown[] {
  return Array.isArray(part) ? part.slice(0, maxVisited) : [];
}
