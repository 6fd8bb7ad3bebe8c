import type { AttachmentRecord } from "#results/test-record.ts";

type Attributes = ReadonlyMap<string, string>;

/** Fields shared by `test-case` and `test-suite`. */
export interface RawResult {
  readonly attributes: Attributes;
  readonly tags: string[];
  author: string | undefined;
  readonly annotations: { type: string; description: string }[];
  /** Content of `failure`; undefined if there is none. */
  failure: { message: string; stack: string } | undefined;
  /** Content of `assertions`: several failures of a test. */
  readonly assertions: { result: string; message: string; stack: string }[];
  /** Content of `reason`: why the test was skipped, or a warning. */
  reason: string;
  output: string;
  readonly files: { path: string; description: string }[];
}

export interface RawSuite extends RawResult {
  /** True if a test or suite inside failed, which explains the failure. */
  failedWithin: boolean;
}

/** Creates an empty record for an element. */
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

/** Returns the errors of a result: all failed assertions if there are several, otherwise its failure. */
export function errorsOf({ failure, assertions, reason }: RawResult): { message: string; stack: string }[] {
  const failed = assertions.filter(({ result }) => result === "Failed" || result === "Error");
  if (failed.length > 1) return failed.map(({ message, stack }) => ({ message, stack }));
  const only = failure ?? failed[0] ?? { message: reason, stack: "" };
  return only.message.trim() === "" && only.stack.trim() === "" ? [] : [only];
}

/** Returns the attached files. The description is used as the name if there is one. */
export function filesOf({ files }: RawResult): AttachmentRecord[] {
  return files
    .filter(({ path }) => path !== "")
    .map(({ path, description }) => (description === "" ? { path } : { path, name: description }));
}

/** Stores a property as a tag, the author, or an annotation. NUnit's internal properties begin with an underscore. */
export function storeProperty(owner: RawResult, name: string, value: string): void {
  if (name === "" || name.startsWith("_")) return;
  if (/^(category|tag)$/i.test(name)) owner.tags.push(value);
  else if (/^(author|owner)$/i.test(name)) owner.author ??= value;
  else owner.annotations.push({ type: name, description: value });
}
