import type { AttachmentRecord } from "#results/test-record.ts";

type Attributes = ReadonlyMap<string, string>;

/** Fields shared by `test-case` and `test-suite`. */
export interface RawResult {
  readonly attributes: Attributes;
  readonly tags: string[];
  author: string | undefined;
  readonly annotations: { type: string; description: string }[];
  /** Of `failure`; undefined if there is none. */
  failure: { message: string; stack: string } | undefined;
  /** Of `assertions`: several failures of one test. */
  readonly assertions: { result: string; message: string; stack: string }[];
  /** Of `reason`: why it was skipped, or a warning. */
  reason: string;
  output: string;
  readonly files: { path: string; description: string }[];
}

export interface RawSuite extends RawResult {
  /** Something within it failed, which explains that it did. */
  failedWithin: boolean;
}

/** An element that has just begun. */
export function newResult(attributes: Attributes): RawResult {
  return {
    attributes,
    tags: [],
    author: undefined,
    annotations: [],
    failure: undefined,
    assertions: [],
    reason: "",
    output: "",
    files: [],
  };
}

/** The errors of a result: each assertion that failed if there are several, or else its one failure. */
export function errorsOf({ failure, assertions, reason }: RawResult): { message: string; stack: string }[] {
  const failed = assertions.filter(({ result }) => result === "Failed" || result === "Error");
  if (failed.length > 1) return failed.map(({ message, stack }) => ({ message, stack }));
  const only = failure ?? failed[0] ?? { message: reason, stack: "" };
  return only.message.trim() === "" && only.stack.trim() === "" ? [] : [only];
}

/** The files that are attached; a description is the better name. */
export function filesOf({ files }: RawResult): AttachmentRecord[] {
  return files
    .filter(({ path }) => path !== "")
    .map(({ path, description }) => (description === "" ? { path } : { path, name: description }));
}

/** Keeps a property: a tag, the author, or an annotation. Those of NUnit itself begin with an underscore. */
export function storeProperty(owner: RawResult, name: string, value: string): void {
  if (name === "" || name.startsWith("_")) return;
  if (/^(category|tag)$/i.test(name)) owner.tags.push(value);
  else if (/^(author|owner)$/i.test(name)) owner.author ??= value;
  else owner.annotations.push({ type: name, description: value });
}
