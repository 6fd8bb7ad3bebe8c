import type { OwnerRule } from "./owner-rules.ts";
import { enter, patternTree, type PatternNode, step } from "./pattern-tree.ts";

/** For a folder: the position of its path in the tree, and the last rule that matches everything in it. */
interface Folder {
  readonly nodes: readonly PatternNode[];
  readonly rule: number;
  readonly inside: Map<string, Folder>;
}

/** Nodes and folders that are kept, so that a hostile set of rules and paths costs time, not memory. */
const mostKept = 200_000;

/**
 * Returns a function that finds the owner of a file: the first owner of the last matching rule, or `null`. Files in
 * one folder share a cached lookup.
 */
export function ownerFinder(rules: readonly OwnerRule[]): (path: string) => string | null {
  const tree = patternTree(rules.map(({ pattern }) => pattern));
  let root = folderOf(new Set(), -1);
  let kept = 0;
  const start = () => {
    const nodes = new Set<PatternNode>();
    enter(tree, -1, nodes);
    root = folderOf(nodes, -1);
    kept = 0;
  };
  start();
  return (path) => {
    const segments = pathSegments(path);
    const file = segments.pop();
    if (file === undefined) return null;
    if (kept > mostKept) start();
    let folder = root;
    for (const segment of segments) {
      let next = folder.inside.get(segment);
      if (next === undefined) {
        next = enteredFolder(folder, segment);
        folder.inside.set(segment, next);
        kept += 1 + next.nodes.length;
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

/** The segments of a path as reports write it: from any system, from the root or not. */
function pathSegments(path: string): string[] {
  return path
    .split(/[/\\]+/)
    .filter((segment) => segment !== "" && segment !== "." && segment !== ".." && !/^[a-z]:$/i.test(segment));
}
