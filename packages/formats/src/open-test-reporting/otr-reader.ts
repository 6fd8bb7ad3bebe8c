import { limits } from "#limits.ts";
import { ReportWriter } from "#results/report-writer.ts";
import { parseTime } from "#text/duration.ts";
import { parseTimestamp } from "#text/timestamp.ts";
import { projectPath } from "#text/project-path.ts";
import type { RequestedText } from "#xml/element-feed.ts";
import type { ElementReader } from "#xml/element-scanner.ts";
import type { XmlTag } from "#xml/xml-scanner.ts";
import { fullName, isTest, type TreeNode } from "./node-index.ts";
import { addEntry, attemptOf, newNode, type RawNode, statusOf } from "./raw-node.ts";

type Attributes = ReadonlyMap<string, string>;

/** A failed container. It is only reported if nothing inside it failed. */
interface FailedContainer {
  readonly id: string;
  readonly name: string;
  readonly reason: string;
}

/** Metadata of the machine that is displayed, by element. */
const visible: Readonly<Record<string, string>> = {
  hostName: "hostname",
  operatingSystem: "operatingSystem",
  javaVersion: "java",
  branch: "branch",
  commit: "commit",
};

const engines = /^JUnit (Jupiter|Vintage|Platform Suite)$/;

/** Reads the elements of both kinds. Keeps the open nodes and the unfinished events in memory. */
export class OtrReader implements ElementReader {
  readonly writer = new ReportWriter("junit");
  readonly #nodes: ReadonlyMap<string, TreeNode>;
  /** Unfinished nodes of events by id. */
  readonly #unfinished = new Map<string, RawNode>();
  /** Open nodes of a hierarchy, outermost first. */
  readonly #open: RawNode[] = [];
  /** Node of the current element. */
  #current: RawNode | undefined;
  #currentId = "";
  readonly #failedContainers: FailedContainer[] = [];
  /** Ids of containers in which a test failed. */
  readonly #failedWithin = new Set<string>();
  #cutOff = false;
  #endedAt: number | null = null;
  #startedAt: number | null = null;

  constructor(nodes: ReadonlyMap<string, TreeNode>) {
    this.#nodes = nodes;
  }

  open(tag: XmlTag, parents: readonly string[]): RequestedText | undefined {
    const { name, attributes } = tag;
    switch (name) {
      case "root":
      case "child":
        this.#openNode(attributes);
        return undefined;
      case "started":
      case "reported":
      case "finished":
        this.#openEvent(name, attributes);
        return undefined;
      default:
        if (parents.at(-1) === "infrastructure") return this.#fact(name);
        return this.#current === undefined ? undefined : this.#within(this.#current, tag);
    }
  }

  close(name: string): void {
    switch (name) {
      case "root":
      case "child":
        this.#closeNode();
        break;
      case "started":
      case "finished":
        this.#closeEvent();
        break;
      case "reported":
        this.#current = undefined;
        break;
    }
  }

  /** In a hierarchy, the result of a node comes before its children. */
  brokenOff(): string | undefined {
    this.#cutOff = true;
    const last = this.#open.at(-1);
    const lost = last?.status === undefined ? last?.name : undefined;
    if (lost !== undefined) this.#open.pop();
    while (this.#open.length > 0) this.#closeNode();
    this.#closeEvent();
    return lost;
  }

  end(): void {
    for (const [id, node] of this.#unfinished) if (this.#isKnown(id, node)) this.#finish(id, node);
    for (const { id, name, reason } of this.#failedContainers) {
      if (this.#failedWithin.has(id)) continue;
      const suffix = reason === "" ? "" : `: ${reason}`;
      this.writer.problems.add("error", `"${name.slice(0, 300)}" failed outside its tests${suffix}`);
    }
    if (this.#startedAt !== null && this.#endedAt !== null && this.#endedAt >= this.#startedAt)
      this.writer.run.learn({ durationMs: this.#endedAt - this.#startedAt });
  }

  /** Returns false in a truncated file for a node without a type and children, because it may have been a container. */
  #isKnown(id: string, node: RawNode): boolean {
    if (node.start === undefined) return false;
    return !this.#cutOff || (this.#nodes.get(id)?.type ?? "") !== "";
  }

  #fact(element: string): RequestedText | undefined {
    const name = visible[element];
    return name === undefined ? undefined : { max: 500, done: (text) => this.writer.run.fact(name, text) };
  }

  #openNode(attributes: Attributes): void {
    if (this.#open.length >= limits.suiteDepth)
      this.writer.problems.addOnce("warning", `Nodes are nested deeper than ${limits.suiteDepth} levels`);
    const node = newNode();
    node.name = attributes.get("name") ?? "";
    node.start = attributes.get("start");
    node.durationMs = parseTime(attributes.get("duration"));
    const parent = this.#open.at(-1);
    if (parent !== undefined) parent.hasChildren = true;
    this.#lasted(node.start, node.durationMs ?? 0);
    this.#open.push(node);
    this.#current = node;
  }

  #closeNode(): void {
    const node = this.#open.pop();
    this.#current = this.#open.at(-1);
    if (node === undefined) return;
    // Nested elements have no ids, so containers are identified by their depth.
    const id = String(this.#open.length);
    if (isTest(node)) {
      const around = this.#open.slice(0, limits.suiteDepth);
      this.#write(
        node,
        around.map(({ name }) => name),
      );
      if (isFailed(node)) this.#markAround();
    } else {
      if (isFailed(node) && !this.#failedWithin.has(id)) this.#failedContainer("", node);
      this.#failedWithin.delete(id);
      this.#runFiles(node);
    }
  }

  /** Once a container is marked, its ancestors are marked too. */
  #markAround(): void {
    for (let depth = this.#open.length - 1; depth >= 0 && !this.#failedWithin.has(String(depth)); depth--)
      this.#failedWithin.add(String(depth));
  }

  #openEvent(kind: "started" | "reported" | "finished", attributes: Attributes): void {
    const id = attributes.get("id") ?? "";
    const node = this.#unfinished.get(id) ?? newNode();
    const time = attributes.get("time");
    this.#unfinished.set(id, node);
    this.#current = node;
    this.#currentId = id;
    this.#lasted(time, 0);
    if (kind === "started") {
      node.name = attributes.get("name") ?? "";
      node.start = time;
    } else if (kind === "finished") {
      node.end = time;
      // A result without a status is unknown.
      node.status ??= "";
    }
  }

  /** Reports a node when both its events have arrived, in any order. */
  #closeEvent(): void {
    const node = this.#current;
    this.#current = undefined;
    if (node === undefined || node.status === undefined || node.start === undefined) return;
    this.#unfinished.delete(this.#currentId);
    this.#finish(this.#currentId, node);
  }

  #finish(id: string, node: RawNode): void {
    const tree = this.#nodes.get(id);
    const ancestors = this.#ancestorsOf(tree);
    if (isTest(tree ?? node)) {
      this.#write(
        node,
        ancestors.map((ancestor) => this.#nodes.get(ancestor)?.name ?? ""),
      );
      if (isFailed(node)) for (const ancestor of ancestors) this.#failedWithin.add(ancestor);
      return;
    }
    if (node.status !== undefined && isFailed(node)) this.#failedContainer(id, node);
    else if (node.status === undefined && !this.#cutOff)
      this.writer.problems.addOnce(
        "incomplete",
        `"${node.name.slice(0, 300)}" never finished: the run was stopped or crashed`,
      );
    this.#runFiles(node);
  }

  /** Returns the ancestors, outermost first. Stops at a cycle, which only occurs in a corrupt file. */
  #ancestorsOf(tree: TreeNode | undefined): string[] {
    const ids = new Set<string>();
    let id = tree?.parentId;
    while (id !== undefined && !ids.has(id) && ids.size < limits.suiteDepth) {
      ids.add(id);
      id = this.#nodes.get(id)?.parentId;
    }
    return [...ids].toReversed();
  }

  #failedContainer(id: string, node: RawNode): void {
    const reason = node.reason || (node.throwable?.text ?? "").trim().split("\n", 1)[0] || "";
    if (this.#failedContainers.length < maxContainers) this.#failedContainers.push({ id, name: node.name, reason });
  }

  #runFiles(node: RawNode): void {
    for (const file of node.files) this.writer.attachment(file);
  }

  #lasted(start: string | undefined, durationMs: number): void {
    const time = parseTimestamp(start);
    if (time === null) return;
    if (time.zoned) this.writer.run.beganAt(time.ms);
    else this.writer.run.began(start);
    this.#startedAt = Math.min(this.#startedAt ?? time.ms, time.ms);
    this.#endedAt = Math.max(this.#endedAt ?? time.ms, time.ms + durationMs);
  }

  #within(node: RawNode, { name, attributes }: XmlTag): RequestedText | undefined {
    switch (name) {
      case "result":
        node.status = attributes.get("status") ?? "";
        return undefined;
      case "reason":
        return { max: limits.message, done: (text) => (node.reason = text.trim()) };
      case "throwable":
        return {
          max: limits.stack,
          done: (text) => (node.throwable = { type: attributes.get("type") ?? "", text: text.trim() }),
        };
      case "tag":
        return { max: 200, done: (text) => node.tags.length <= limits.tagsPerTest && node.tags.push(text.trim()) };
      case "type":
        return { max: 100, done: (text) => (node.type = text.trim()) };
      case "entry":
        return { max: limits.output, done: (text) => addEntry(node, attributes.get("key") ?? "", text) };
      case "output":
        return {
          max: limits.output,
          done: (text) => node[attributes.get("source") === "stderr" ? "stderr" : "stdout"].add(text),
        };
      case "file":
        if (node.files.length <= limits.artifactsPerAttempt)
          node.files.push({ path: attributes.get("path"), contentType: attributes.get("mediaType") });
        return undefined;
      case "classSource":
        node.name = fullName(node.name, attributes.get("className"));
        return undefined;
      case "fileSource":
        node.file = attributes.get("path");
        return undefined;
      case "filePosition":
        node.line = Number(attributes.get("line") ?? Number.NaN);
        return undefined;
      default:
        return undefined;
    }
  }

  #write(node: RawNode, suites: readonly string[]): void {
    const path = node.file === undefined ? "" : projectPath(node.file);
    this.writer.test({
      file: path,
      line: path === "" ? undefined : node.line,
      titlePath: [...suites.filter((suite) => !engines.test(suite)), node.name],
      tags: node.tags,
      annotations: node.annotations,
      skipReason: node.reason || node.throwable?.text.split("\n", 1)[0],
      attempts: [attemptOf(node)],
    });
  }
}

const maxContainers = 1000;

function isFailed(node: RawNode): boolean {
  const status = statusOf(node);
  return status === "failed" || status === "error";
}
