import { matchesSegment, type PathPattern } from "./path-pattern.ts";

/**
 * Patterns merged by their common leading segments, so that a segment of a path is looked up once for all patterns. Segments without a wildcard, or
 * with a single `*` at the start or end, are looked up in a map.
 */
export interface PatternNode {
  readonly exact: Map<string, PatternNode>;
  /** Segments such as `*.spec.ts`, by the length of the text after the `*`, then by that text. */
  readonly endings: Map<number, Map<string, PatternNode>>;
  /** Segments such as `checkout*`, by the length of the text before the `*`, then by that text. */
  readonly beginnings: Map<number, Map<string, PatternNode>>;
  /** All other segments with a wildcard. */
  readonly others: Map<string, PatternNode>;
  /** Node for `**`, which matches any number of segments. */
  any: PatternNode | null;
  /** True for the node of a `**`, which stays active after any segment. */
  readonly repeats: boolean;
  /** Highest number of a pattern in this node and below. */
  highest: number;
  /** Highest number of a pattern that ends here and matches a file, or everything below; -1 if there is none. */
  file: number;
  below: number;
}

export function patternTree(patterns: readonly PathPattern[]): PatternNode {
  const root = newNode(false);
  for (const [number, { segments, isFolder, below }] of patterns.entries()) {
    let node = root;
    node.highest = number;
    for (const segment of segments) {
      node = childOf(node, segment);
      node.highest = number;
    }
    if (!isFolder) node.file = number;
    if (below) node.below = number;
  }
  return root;
}

/** Adds the nodes that a segment leads to, if they can still match a pattern above `least`. */
export function step(from: PatternNode, segment: string, min: number, into: Set<PatternNode>): void {
  if (from.repeats) enter(from, min, into);
  enter(from.exact.get(segment), min, into);
  for (const [length, byEnding] of from.endings)
    if (length <= segment.length) enter(byEnding.get(segment.slice(segment.length - length)), min, into);
  for (const [length, byBeginning] of from.beginnings) enter(byBeginning.get(segment.slice(0, length)), min, into);
  for (const [requested, node] of from.others)
    if (node.highest > min && matchesSegment(requested, segment)) enter(node, min, into);
}

/** Adds a node and the node of a following `**`, because `**` can match zero segments. */
export function enter(node: PatternNode | null | undefined, min: number, into: Set<PatternNode>): void {
  for (let next = node; next !== null && next !== undefined && next.highest > min; next = next.any) into.add(next);
}

function childOf(node: PatternNode, segment: string): PatternNode {
  if (segment === "**") {
    // `**/**` is equivalent to `**`.
    if (node.repeats) return node;
    node.any ??= newNode(true);
    return node.any;
  }
  const inner = segment.replace(/^\*/, "");
  if (inner !== segment && !/[*?]/.test(inner)) return entry(entryMap(node.endings, inner.length), inner);
  const start = segment.endsWith("*") ? segment.slice(0, -1) : segment;
  if (start !== segment && !/[*?]/.test(start)) return entry(entryMap(node.beginnings, start.length), start);
  return entry(/[*?]/.test(segment) ? node.others : node.exact, segment);
}

function entryMap(maps: Map<number, Map<string, PatternNode>>, length: number): Map<string, PatternNode> {
  const map = maps.get(length) ?? new Map<string, PatternNode>();
  maps.set(length, map);
  return map;
}

function entry(map: Map<string, PatternNode>, key: string): PatternNode {
  const node = map.get(key) ?? newNode(false);
  map.set(key, node);
  return node;
}

function newNode(repeats: boolean): PatternNode {
  return {
    exact: new Map(),
    endings: new Map(),
    beginnings: new Map(),
    others: new Map(),
    any: null,
    repeats,
    highest: -1,
    file: -1,
    below: -1,
  };
}
