import { Capture } from "#xml/capture.ts";
import { type XmlHandler, XmlScanner, type XmlTag } from "#xml/xml-scanner.ts";

/** A container or a test of the event file. */
export interface TreeNode {
  readonly name: string;
  readonly parentId: string | undefined;
  hasChildren: boolean;
  /** `TEST`, `CONTAINER` or `CONTAINER_AND_TEST`; empty where the file does not say. */
  type: string;
}

/** Reads only what is where, by the ids of events. Nothing for a hierarchy, which is nested as it is. */
export async function readNodes(text: AsyncIterable<string>): Promise<ReadonlyMap<string, TreeNode>> {
  const reader = new NodeReader();
  const scanner = new XmlScanner(reader);
  for await (const chunk of text) scanner.write(chunk);
  scanner.end();
  for (const { parentId } of reader.nodes.values()) {
    const parent = parentId === undefined ? undefined : reader.nodes.get(parentId);
    if (parent !== undefined) parent.hasChildren = true;
  }
  return reader.nodes;
}

/** True for what counts as a test; a tree without types has its tests where it ends. */
export function isTest({ type, hasChildren }: Pick<TreeNode, "type" | "hasChildren">): boolean {
  if (type === "TEST") return true;
  return type !== "CONTAINER" && !hasChildren;
}

class NodeReader implements XmlHandler {
  readonly nodes = new Map<string, TreeNode>();
  #current: TreeNode | undefined;
  #capture: Capture | undefined;

  open({ name, attributes, raw }: XmlTag): void {
    if (this.#capture !== undefined) return this.#capture.open(raw);
    const current = this.#current;
    if (name === "started") {
      const id = attributes.get("id") ?? "";
      const parentId = attributes.get("parentId");
      this.#current = { name: attributes.get("name") ?? "", parentId, hasChildren: false, type: "" };
      if (!this.nodes.has(id)) this.nodes.set(id, this.#current);
    } else if (name === "type" && current !== undefined)
      this.#capture = new Capture(100, (text) => (current.type = text.trim()));
  }

  text(piece: string): void {
    this.#capture?.add(piece);
  }

  close(name: string): void {
    const capture = this.#capture;
    if (capture !== undefined) {
      capture.depth--;
      if (capture.depth > 0) return;
      this.#capture = undefined;
      capture.finish();
    } else if (name === "started") this.#current = undefined;
  }

  /** Said when the results are read. */
  problem(): void {}
}
