import { type ChangeObject, diffLines, diffWordsWithSpace } from "diff";
import type { ExpectedReceived } from "@plumb/analysis/errors/expected-received.ts";

export interface DifferencePiece {
  readonly text: string;
  /** The value that contains the piece. */
  readonly of: "both" | "expected" | "received";
}

/** Above this number of changes, the values have too little in common for a useful diff, and computing it would take long. */
const maxEditLength = 400;

/** Compares two values by words if both are a single line, otherwise by lines. */
export function valueDifference({ expected, received }: ExpectedReceived): {
  readonly by: "words" | "lines";
  readonly pieces: readonly DifferencePiece[];
} {
  const by = expected.includes("\n") || received.includes("\n") ? "lines" : "words";
  const changes =
    by === "lines"
      ? diffLines(ended(expected), ended(received), { maxEditLength })
      : diffWordsWithSpace(expected, received, { maxEditLength });
  return { by, pieces: changes === undefined ? separate(expected, received) : changes.map(pieceOf) };
}

function pieceOf({ value, added, removed }: ChangeObject<string>): DifferencePiece {
  return { text: value, of: removed ? "expected" : added ? "received" : "both" };
}

function separate(expected: string, received: string): DifferencePiece[] {
  return [
    { text: ended(expected), of: "expected" },
    { text: ended(received), of: "received" },
  ];
}

/** Adds a line end, because the last line would otherwise differ from an equal line within the text. */
function ended(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
