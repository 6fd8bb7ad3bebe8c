import type { CommitRange } from "@plumb/contract/failures/suspects.ts";
import { counted } from "#lib/format/format.ts";

/** Returns how many commits a range has, and how much of it is known. */
export function rangeText(range: CommitRange, visible: number): string {
  if (range.known === 0 && range.complete)
    return "Both runs tested the same commit, so no commit explains the failure.";
  return textOf(range, visible, "These are the most suspicious ones.");
}

/** Returns the same for the commits that ended a failure. */
export function fixText(range: CommitRange, visible: number): string {
  if (range.known === 0)
    return range.complete ? "Both runs tested the same commit." : "The commits in between are unknown.";
  return textOf(range, visible, "These are closest to the error.");
}

function textOf({ known, withFiles, complete, diverged }: CommitRange, visible: number, selection: string): string {
  return [
    complete ? `${counted(known, "commit")}.` : `${counted(known, "commit")} known; there may be more.`,
    ...(withFiles === known ? [] : [`The changed files of ${known - withFiles} of them are unknown.`]),
    ...(diverged ? ["The history of the branch was rewritten in between."] : []),
    ...(visible < known ? [selection] : []),
  ].join(" ");
}
