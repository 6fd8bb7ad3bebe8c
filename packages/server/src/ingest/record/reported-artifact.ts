import { cut } from "@plumb/contract/text/cut.ts";
import { createHash } from "node:crypto";
import type { ArtifactEvent } from "@plumb/contract/result-event.ts";
import { artifactKind } from "#ingest/spool/artifact-files.ts";
import { limits } from "@plumb/formats/limits.ts";
import { storable } from "#core/text.ts";
import type { ArtifactKind } from "#store/results/artifacts.ts";

/** An artifact as described by its report. */
export interface ReportedContent {
  readonly attempt: number | null;
  /** Index within the attempt, from 0. */
  readonly step: number | null;
  readonly kind: ArtifactKind;
  readonly name: string;
  readonly contentType: string;
  /** Path from the report, to find the uploaded file. */
  readonly reportedPath: string | null;
  /** Path of a copy, to use if there is no file at `reportedPath`. */
  readonly copyPath: string | null;
  /** SHA-256 of the content in hexadecimal digits, if the report has it. Only a file with this hash is then used. */
  readonly hash: string | null;
  /** Set if the report itself contains the content. The hash is its SHA-256 in hexadecimal digits. */
  readonly content: { readonly hash: string; readonly bytes: Uint8Array } | null;
}

/** An artifact of a test. */
export interface ReportedArtifact extends ReportedContent {
  /** Index of its result in the batch. */
  readonly index: number;
}

export function reportedArtifact(event: ArtifactEvent): ReportedContent {
  const bytes = event.body === undefined ? null : Buffer.from(event.body, "base64");
  return {
    attempt: event.attempt ?? null,
    step: event.step === undefined || event.step >= limits.stepsPerTest ? null : event.step,
    kind: artifactKind(event),
    name: storable(cut(event.name, 300)),
    contentType: storable(cut(event.contentType, 200)),
    reportedPath: event.path ?? null,
    copyPath: event.copyPath ?? null,
    hash: event.sha256 ?? null,
    content: bytes === null ? null : { hash: createHash("sha256").update(bytes).digest("hex"), bytes },
  };
}
