import { cut } from "@plumb/contract/text/cut.ts";
import { createHash } from "node:crypto";
import type { ArtifactEvent } from "@plumb/contract/result-event.ts";
import { artifactKind } from "#ingest/spool/artifact-files.ts";
import { limits } from "@plumb/formats/limits.ts";
import { storable } from "#core/text.ts";
import type { ArtifactKind } from "#store/results/artifacts.ts";

/** An artifact as its report names it. */
export interface ReportedContent {
  readonly attempt: number | null;
  /** Index within the attempt, from 0. */
  readonly step: number | null;
  readonly kind: ArtifactKind;
  readonly name: string;
  readonly contentType: string;
  /** As the report has it, for finding the file. */
  readonly reportedPath: string | null;
  /** The path of a copy, if there is nothing at that path. */
  readonly copyPath: string | null;
  /** Where the report names the SHA-256 of the content, hex: then only a file with it is the artifact. */
  readonly hash: string | null;
  /** Set if the report itself contains the content; the hash is its SHA-256, hex. */
  readonly content: { readonly hash: string; readonly bytes: Uint8Array } | null;
}

/** An artifact of a test. */
export interface ReportedArtifact extends ReportedContent {
  /** Which result of its batch it belongs to. */
  readonly index: number;
}

export function keptArtifact(event: ArtifactEvent): ReportedContent {
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
