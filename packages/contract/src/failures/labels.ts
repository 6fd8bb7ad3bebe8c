import { z } from "zod";
import { endpoint, Id } from "#endpoint.ts";

/** One JSON object per line. The response is streamed, so its content is documented but not validated. */
const jsonLines = z.unknown().meta({ contentTypes: ["application/x-ndjson"] });

/** A failure with the class that a user assigned, in the form that `tools/train-classifier` reads. Texts are as stored, and may hold personal data. */
export interface LabelLine {
  readonly id: string;
  /** Groups the failures of one project, because they resemble each other. */
  readonly projectKey: string;
  readonly framework: string;
  readonly format: string;
  readonly testName: string;
  readonly suiteName: string | null;
  readonly file: string | null;
  readonly errorMessage: string;
  readonly stackTrace: string | null;
  readonly attachmentsText: string | null;
  readonly label: string;
  readonly subCode: string | null;
  readonly subClass: string | null;
}

export const exportLabels = endpoint({
  method: "GET",
  path: "/api/analysis/labels",
  summary: "Export the classes that people assigned in a project, as lines of JSON",
  allow: "project:read",
  query: z.object({ projectId: Id.optional() }),
  response: jsonLines,
});

export const exportAllLabels = endpoint({
  method: "GET",
  path: "/api/analysis/labels/all",
  summary: "Export the classes that people assigned in all projects, as lines of JSON",
  allow: "admin",
  response: jsonLines,
});
