import { type ChangeObject, diffLines, diffWordsWithSpace } from "diff";
import type { ExpectedReceived } from "@plumb/analysis/errors/expected-received.ts";

export interface DifferencePiece {
  readonly text: string;
  /** Which of the two values has it. */
  readonly of: "both" | "expected" | "received";
}

/** Above this many changes, two values have nothing useful in common, and the search would take long. */
const maxEditLength = 400;

/** How two values differ: by words where each is one line, else by lines. */
export function valueDifference({ expected, received }: ExpectedReceived): {
  readonly by: "words" | "lines";
  readonly pieces: readonly DifferencePiece[];
} {
  const by = expected.includes("\n") || received.includes("\n") ? "lines" : "words";
  const changes =
    by === "lines"
      ? diffLines(ended(expected), ended(received), { maxEditLength })
      : diffWordsWithSpace(expected, received, { maxEditLength });
  return { by, pieces: changes === undefined ? apart(expected, received) : changes.map(pieceOf) };
}

function pieceOf({ value, added, removed }: ChangeObject<string>): DifferencePiece {
  return { text: value, of: removed ? "expected" : added ? "received" : "both" };
}

function apart(expected: string, received: string): DifferencePiece[] {
  return [
    { text: ended(expected), of: "expected" },
    { text: ended(received), of: "received" },
  ];
}

/** A last line without an end would differ from the same line within the text. */
function ended(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
