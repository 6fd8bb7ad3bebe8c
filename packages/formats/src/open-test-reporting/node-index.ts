import { type ElementHandler, readElements, type RequestedText } from "#xml/element-feed.ts";
import type { XmlTag } from "#xml/xml-scanner.ts";

/** A container or a test of the event file. */
export interface TreeNode {
  name: string;
  readonly parentId: string | undefined;
  hasChildren: boolean;
  /** `TEST`, `CONTAINER` or `CONTAINER_AND_TEST`; empty if unknown. */
  type: string;
}

/** Indexes nodes by event id. Empty for a hierarchy, which is already nested. */
export async function readNodes(text: AsyncIterable<string>): Promise<ReadonlyMap<string, TreeNode>> {
  const reader = new NodeReader();
  await readElements(text, reader);
  for (const { parentId } of reader.nodes.values()) {
    const parent = parentId === undefined ? undefined : reader.nodes.get(parentId);
    if (parent !== undefined) parent.hasChildren = true;
  }
  return reader.nodes;
}

/** Returns true for tests. In a tree without types, the leaves are tests. */
export function isTest({ type, hasChildren }: Pick<TreeNode, "type" | "hasChildren">): boolean {
  if (type === "TEST") return true;
  return type !== "CONTAINER" && !hasChildren;
}

/**
 * Returns the name of a class with its package, because packages may have classes with the same name. Display names and nested classes are not
 * changed.
 */
export function fullName(name: string, className: string | undefined): string {
  return className?.endsWith(`.${name}`) === true ? className : name;
}

class NodeReader implements ElementHandler {
  readonly nodes = new Map<string, TreeNode>();
  #current: TreeNode | undefined;

  open({ name, attributes }: XmlTag): RequestedText | undefined {
    const current = this.#current;
    if (name === "started") {
      const id = attributes.get("id") ?? "";
      const parentId = attributes.get("parentId");
      this.#current = { name: attributes.get("name") ?? "", parentId, hasChildren: false, type: "" };
      if (!this.nodes.has(id)) this.nodes.set(id, this.#current);
    } else if (name === "type" && current !== undefined)
      return { max: 100, done: (text) => (current.type = text.trim()) };
    else if (name === "classSource" && current !== undefined)
      current.name = fullName(current.name, attributes.get("className"));
    return undefined;
  }

  close(name: string): void {
    if (name === "started") this.#current = undefined;
  }
}
