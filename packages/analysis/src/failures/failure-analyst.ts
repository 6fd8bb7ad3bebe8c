import { type SortedLines, sortedLines } from "#errors/sorted-lines.ts";
import { steadyLines } from "#errors/steady-lines.ts";
import { readLines } from "#errors/read-error.ts";
import { type FailureOutline, outlineOf, saysNothing } from "#grouping/failure-outline.ts";
import { signatureBlock, signatureOf } from "#grouping/failure-signature.ts";
import { type ClassifiedFailure, classifyError, type Verdict } from "#classification/classify.ts";
import { titleMarks } from "#classification/title-marks.ts";
import { type Model, unpacked } from "#classification/model.ts";
import { trainedModel } from "#classification/trained-model.ts";

/** What the engine says of a failure by itself. */
export interface Analysis {
  /** Equal for equal outlines. */
  readonly signature: string;
  /** Only failures with the same block can be similar. */
  readonly block: string;
  readonly outline: FailureOutline;
  readonly verdict: Verdict;
}

interface Known {
  readonly analysis: Analysis;
  readonly evidence: readonly Place[];
}

const longestEvidence = 300;
/** So many different errors are remembered before memory is wiped: a run rarely has more. */
const remembered = 20_000;

/**
 * Groups and classifies failures one after another. Most failures of a run are one of few errors, so what was found for an
 * error is remembered; since ids and times are taken out before anything looks at it, what is found does not depend on
 * which of them came first.
 */
export class FailureAnalyst {
  readonly #known = new Map<string, Known>();
  readonly #model: Model;

  constructor(model: Model = unpacked(trainedModel)) {
    this.#model = model;
  }

  analyse(failure: ClassifiedFailure): Analysis {
    const lines = sortedLines(failure.message, failure.stack ?? null);
    const steady = steadyLines(lines);
    const key = keyOf(steady, failure);
    const known = this.#known.get(key) ?? this.#found(key, steady, failure);
    const evidence = known.evidence.map((place) => lineAt(place, lines));
    return { ...known.analysis, verdict: { ...known.analysis.verdict, evidence } };
  }

  #found(key: string, steady: SortedLines, failure: ClassifiedFailure): Known {
    const error = readLines(steady, failure.framework ?? "");
    const outline = outlineOf(error);
    const analysis = {
      signature: signatureOf(outline),
      block: signatureBlock(outline),
      outline,
      verdict: classifyError(error, failure, this.#model),
    };
    if (this.#known.size >= remembered) this.#known.clear();
    const known = { analysis, evidence: analysis.verdict.evidence.map((line) => placeOf(line, steady)) };
    this.#known.set(key, known);
    return known;
  }
}

/** All that the analysis looks at. The place counts only where nothing else is said. */
function keyOf(lines: SortedLines, { framework, title }: ClassifiedFailure): string {
  const place = saysNothing(lines.text.map((line) => line.trim()).join("\n")) ? lines.frame : null;
  return [
    framework,
    titleMarks(title ?? ""),
    lines.frame?.role,
    place?.file,
    place?.function,
    lines.code,
    ...lines.heads,
    "\u0000",
    ...lines.text,
    "\u0000",
    ...lines.page,
    "\u0000",
    ...lines.causes,
  ].join("\n");
}

/** Where a line of evidence stands, since each failure says it with its own ids and times; or the line, if nowhere. */
type Place = { readonly part: "text" | "page"; readonly index: number } | string;

function placeOf(evidence: string, lines: SortedLines): Place {
  for (const part of ["text", "page"] as const) {
    const index = lines[part].findIndex((each) => {
      const said = each.trim();
      return said !== "" && (said.startsWith(evidence) || evidence.endsWith(said));
    });
    if (index !== -1) return { part, index };
  }
  return evidence;
}

function lineAt(place: Place, lines: SortedLines): string {
  return typeof place === "string" ? place : (lines[place.part][place.index] ?? "").trim().slice(0, longestEvidence);
}
