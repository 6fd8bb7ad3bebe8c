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

/** So many different errors are remembered before memory is wiped: a run rarely has more. */
const remembered = 20_000;

/**
 * Groups and classifies failures one after another. Most failures of a run are one of few errors, so what was found for an
 * error is remembered; since ids and times are taken out before anything looks at it, what is found does not depend on
 * which of them came first.
 */
export class FailureAnalyst {
  readonly #known = new Map<string, Analysis>();
  readonly #model: Model;

  constructor(model: Model = unpacked(trainedModel)) {
    this.#model = model;
  }

  analyse(failure: ClassifiedFailure): Analysis {
    const lines = sortedLines(failure.message, failure.stack ?? null);
    const steady = steadyLines(lines);
    const key = keyOf(steady, failure);
    const known = this.#known.get(key) ?? this.#found(key, steady, failure);
    return { ...known, verdict: inItsOwnWords(known.verdict, steady, lines) };
  }

  #found(key: string, steady: SortedLines, failure: ClassifiedFailure): Analysis {
    const error = readLines(steady, failure.framework ?? "");
    const outline = outlineOf(error);
    const analysis = {
      signature: signatureOf(outline),
      block: signatureBlock(outline),
      outline,
      verdict: classifyError(error, failure, this.#model),
    };
    if (this.#known.size >= remembered) this.#known.clear();
    this.#known.set(key, analysis);
    return analysis;
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

/** Evidence as this very failure says it. */
function inItsOwnWords(verdict: Verdict, steady: SortedLines, own: SortedLines): Verdict {
  const evidence = verdict.evidence.map((line) => {
    for (const part of ["text", "page"] as const) {
      const at = steady[part].findIndex((each) => {
        const said = each.trim();
        return said !== "" && (said.startsWith(line) || line.endsWith(said));
      });
      if (at !== -1) return own[part][at]?.trim().slice(0, 300) ?? line;
    }
    return line;
  });
  return { ...verdict, evidence };
}
