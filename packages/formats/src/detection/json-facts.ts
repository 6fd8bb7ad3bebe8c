import { JsonCutter } from "#json/json-cutter.ts";

/**
 * The keys of the outermost object as far as the text goes; undefined if no object begins in it. Noise before the object
 * (the banner of a package manager) is passed over.
 */
export function topLevelKeys(head: string): ReadonlySet<string> | undefined {
  const keys = new Set<string>();
  let begun = false;
  const cutter = new JsonCutter({
    begin: (key) => {
      if (key !== null) keys.add(key);
      const root = !begun;
      begun = true;
      return root ? "enter" : "skip";
    },
    value: (key) => {
      if (key !== null) keys.add(key);
    },
    leave: () => {},
    oversized: () => {},
  });
  cutter.write(head);
  return begun ? keys : undefined;
}
