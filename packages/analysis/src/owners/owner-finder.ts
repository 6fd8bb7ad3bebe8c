import type { OwnerRule } from "./owner-rules.ts";
import { enter, patternTree, type PatternNode, step } from "./pattern-tree.ts";

/** Lookup state of a folder: its nodes in the pattern tree, and the last rule that matches everything in it. */
interface Folder {
  readonly nodes: readonly PatternNode[];
  readonly rule: number;
  readonly inside: Map<string, Folder>;
}

/** Maximum number of cached nodes and folders, so that hostile rules and paths cannot exhaust memory. */
const maxRetained = 200_000;

/**
 * Returns a function that finds the owner of a file: the first owner of the last matching rule, or `null`. Files in
 * the same folder share a cached lookup.
 */
export function ownerFinder(rules: readonly OwnerRule[]): (path: string) => string | null {
  const tree = patternTree(rules.map(({ pattern }) => pattern));
  let root = folderOf(new Set(), -1);
  let retained = 0;
  const start = () => {
    const nodes = new Set<PatternNode>();
    enter(tree, -1, nodes);
    root = folderOf(nodes, -1);
    retained = 0;
  };
  start();
  return (path) => {
    const segments = pathSegments(path);
    const file = segments.pop();
    if (file === undefined) return null;
    if (retained > maxRetained) start();
    let folder = root;
    for (const segment of segments) {
      let next = folder.inside.get(segment);
      if (next === undefined) {
        next = enteredFolder(folder, segment);
        folder.inside.set(segment, next);
        retained += 1 + next.nodes.length;
      }
      folder = next;
    }
    return rules[ruleOfFile(folder, file)]?.owners[0] ?? null;
  };
}

function enteredFolder(parent: Folder, segment: string): Folder {
  const nodes = stepped(parent, segment);
  let { rule } = parent;
  for (const node of nodes) rule = Math.max(rule, node.below);
  return folderOf(nodes, rule);
}

function ruleOfFile(folder: Folder, file: string): number {
  let rule = folder.rule;
  for (const node of stepped(folder, file)) rule = Math.max(rule, node.file);
  return rule;
}

function stepped({ nodes, rule }: Folder, segment: string): Set<PatternNode> {
  const into = new Set<PatternNode>();
  for (const node of nodes) if (node.highest > rule) step(node, segment, rule, into);
  return into;
}

function folderOf(nodes: ReadonlySet<PatternNode>, rule: number): Folder {
  return { nodes: [...nodes], rule, inside: new Map() };
}

/** Returns the segments of a path in a report, which can be of any operating system and absolute or relative. */
function pathSegments(path: string): string[] {
  return path
    .split(/[/\\]+/)
    .filter((segment) => segment !== "" && segment !== "." && segment !== ".." && !/^[a-z]:$/i.test(segment));
}
