import { type SortedLines, sortedLines } from "#errors/sorted-lines.ts";
import { readLines } from "#errors/read-error.ts";
import { type FailureFingerprint, fingerprintOf } from "#grouping/failure-fingerprint.ts";
import { RecurringErrors } from "#grouping/recurring-errors.ts";
import { signatureBlock, signatureOf } from "#grouping/failure-signature.ts";
import { classify, type ClassifiedFailure, classifyError, type Verdict } from "#classification/classify.ts";
import { testTool } from "#classification/test-tool.ts";
import { titleMarks } from "#classification/title-marks.ts";
import { type Model, unpacked } from "#classification/model.ts";
import { trainedModel } from "#classification/trained-model.ts";

/** Automatic analysis of a failure. */
export interface Analysis {
  /** Equal for equal fingerprints. */
  readonly signature: string;
  /** Only failures with the same block can be similar. */
  readonly block: string;
  readonly outline: FailureFingerprint;
  readonly verdict: Verdict;
}

interface Known {
  readonly analysis: Analysis;
  readonly evidence: readonly EvidenceLocation[];
}

const longestEvidence = 300;
/** Analyses failures one after another. Recurring errors are cached. */
export class FailureAnalyst {
  readonly #errors = new RecurringErrors<Known>();
  readonly #model: Model;

  constructor(model: Model = unpacked(trainedModel)) {
    this.#model = model;
  }

  /** The signature depends only on the error, so that the same error with another page belongs to the same cause. */
  analyse({ page = null, ...failure }: ClassifiedFailure): Analysis {
    const lines = sortedLines(failure);
    const more = `${testTool(failure)}\n${titleMarks(failure.title ?? "")}`;
    const known = this.#errors.of(lines, more, (steady) => this.#found(steady, failure));
    const evidence = known.evidence.map((location) => lineAt(location, lines));
    const verdict =
      page === null ? { ...known.analysis.verdict, evidence } : classify({ ...failure, page }, this.#model);
    return { ...known.analysis, verdict };
  }

  #found(steady: SortedLines, failure: ClassifiedFailure): Known {
    const error = readLines(steady, failure.framework ?? "");
    const outline = fingerprintOf(error);
    const analysis = {
      signature: signatureOf(outline),
      block: signatureBlock(outline),
      outline,
      verdict: classifyError(error, failure, this.#model),
    };
    return { analysis, evidence: analysis.verdict.evidence.map((line) => locationOf(line, steady)) };
  }
}

/** Index of an evidence line, because ids and times in the line differ per failure; the evidence text if no line has it. */
type EvidenceLocation = { readonly part: "text" | "page"; readonly index: number } | string;

function locationOf(evidence: string, lines: SortedLines): EvidenceLocation {
  for (const part of ["text", "page"] as const) {
    const index = lines[part].findIndex((each) => {
      const line = each.trim();
      return line !== "" && (line.startsWith(evidence) || evidence.endsWith(line));
    });
    if (index !== -1) return { part, index };
  }
  return evidence;
}

function lineAt(location: EvidenceLocation, lines: SortedLines): string {
  return typeof location === "string"
    ? location
    : (lines[location.part][location.index] ?? "").trim().slice(0, longestEvidence);
}
