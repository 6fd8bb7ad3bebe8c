import { otherStatus } from "#results/other-status.ts";
import { LongText } from "@plumb/contract/text/long-text.ts";
import { limits } from "#limits.ts";
import type { Verdict, AttemptRecord, AttachmentRecord } from "#results/test-record.ts";
import { plausibleDurationMs } from "#text/duration.ts";
import { parseTimestamp } from "#text/timestamp.ts";

/** Data of a node, from one element or several events. */
export interface RawNode {
  name: string;
  start: string | undefined;
  end: string | undefined;
  /** Duration in a hierarchy, which has no end times. */
  durationMs: number | null;
  /** Undefined until the node has ended. */
  status: string | undefined;
  reason: string;
  throwable: { type: string; text: string } | undefined;
  readonly tags: string[];
  readonly annotations: { type: string; description: string }[];
  readonly files: AttachmentRecord[];
  readonly stdout: LongText;
  readonly stderr: LongText;
  file: string | undefined;
  line: number | undefined;
  type: string;
  hasChildren: boolean;
}

/** Creates an empty node. */
export function newNode(): RawNode {
  return {
    name: "",
    start: undefined,
    end: undefined,
    durationMs: null,
    status: undefined,
    reason: "",
    throwable: undefined,
    tags: [],
    annotations: [],
    files: [],
    stdout: new LongText(limits.output),
    stderr: new LongText(limits.output),
    file: undefined,
    line: undefined,
    type: "",
    hasChildren: false,
  };
}

const byStatus: Readonly<Record<string, Verdict>> = {
  SUCCESSFUL: "passed",
  FAILED: "failed",
  ERRORED: "error",
  SKIPPED: "skipped",
  ABORTED: "skipped",
};

/** A node without an end was interrupted by the end of the run. */
export function statusOf({ status }: RawNode): Verdict {
  return status === undefined ? "error" : (byStatus[status] ?? otherStatus(status));
}

/** Returns the single execution of a test. */
export function attemptOf(node: RawNode): AttemptRecord {
  const { throwable, reason } = node;
  const unfinished = "The test never finished: the run was stopped or its process crashed";
  const stack = throwable?.text ?? "";
  const message = reason !== "" ? reason : (stack.trim().split("\n", 1)[0] ?? "");
  return {
    status: statusOf(node),
    startedAt: node.start,
    durationMs: node.durationMs ?? between(node.start, node.end),
    errors: [{ message: node.status === undefined ? unfinished : message, stack, type: throwable?.type }],
    stdout: node.stdout,
    stderr: node.stderr,
    attachments: node.files,
  };
}

/** Adds a published entry of JUnit. Output has a special key. */
export function addEntry(node: RawNode, key: string, value: string): void {
  if (key === "stdout" || key === "stderr") node[key].add(value);
  else if (node.annotations.length <= limits.annotationsPerTest)
    node.annotations.push({ type: key, description: value });
}

function between(start: string | undefined, end: string | undefined): number | null {
  const from = preciseMs(start);
  const to = preciseMs(end);
  return from === null || to === null ? null : plausibleDurationMs(Math.round((to - from) * 1000) / 1000);
}

/** Includes fractions of a millisecond, which timestamps do not have. */
function preciseMs(text: string | undefined): number | null {
  const time = parseTimestamp(text);
  const [, rest = "0"] = /\.\d{3}(\d{1,6})/.exec(text ?? "") ?? [];
  return time === null ? null : time.ms + Number(`0.${rest}`);
}
