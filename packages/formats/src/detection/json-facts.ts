import { JsonCutter } from "#json/json-cutter.ts";

/**
 * Returns the keys of the outermost object within the text; undefined if no object begins in it. Other output before the object,
 * such as the banner of a package manager, is ignored.
 */
export function topLevelKeys(head: string): ReadonlySet<string> | undefined {
  const keys = new Set<string>();
  let started = false;
  const cutter = new JsonCutter({
    begin: (key) => {
      if (key !== null) keys.add(key);
      const root = !started;
      started = true;
      return root ? "enter" : "skip";
    },
    value: (key) => {
      if (key !== null) keys.add(key);
    },
    leave: () => {},
    oversized: () => {},
  });
  cutter.write(head);
  return started ? keys : undefined;
}

/**
 * Returns the keys of the objects in the outermost array within the text; undefined if no array of objects begins
 * in it. Empty for an empty array.
 */
export function elementKeys(head: string): ReadonlySet<string> | undefined {
  const keys = new Set<string>();
  let roots = 0;
  let isArray = false;
  let depth = 0;
  const cutter = new JsonCutter(
    {
      begin: (key, kind) => {
        if (depth === 0) isArray = roots++ === 0 && kind === "array";
        if (key !== null) keys.add(key);
        const enters = isArray && (depth === 0 || (depth === 1 && kind === "object"));
        if (enters) depth++;
        return enters ? "enter" : "skip";
      },
      value: (key) => {
        if (key !== null) keys.add(key);
      },
      leave: () => depth--,
      oversized: () => {},
    },
    "any",
  );
  cutter.write(head);
  return roots > 0 && isArray ? keys : undefined;
}
