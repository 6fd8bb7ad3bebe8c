import { z } from "zod";
import { endpoint, Id, success, Timestamp } from "#endpoint.ts";
import { isTimeZone } from "#people/profile.ts";
import { FailureClass } from "./verdict.ts";
import { pathClasses, resolutionKinds, unlabelledReasons } from "./resolution-kinds.ts";

const Count = z.number().int().min(0);
const project = z.object({ projectId: Id });

export const PathClass = z.enum(pathClasses);
export const ResolutionKind = z.enum(resolutionKinds);
/** `unclassified`: the repository gives a label, but the engine has no class for the cause. */
const WithoutComparison = z.enum([...unlabelledReasons, "unclassified"]);
export type WithoutComparison = z.infer<typeof WithoutComparison>;

/** Selects causes of a figure. */
const figure = {
  /** `2030-01`, in the time zone of the request. */
  month: z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/),
  /** Class by the engine. */
  class: FailureClass,
  agreed: z.boolean(),
  reason: WithoutComparison,
};

/** How often the engine agreed with what resolved the causes of a project, in the last 12 months that have any. */
export const ResolutionQuality = z.object({
  /** Causes that the repository labels, and how many verdicts agree with the label, by class of the verdict and month (latest first). */
  months: z.array(z.object({ month: figure.month, class: FailureClass, causes: Count, agreed: Count })),
  /** By kind of change. */
  kinds: z.array(z.object({ kind: ResolutionKind, causes: Count, agreed: Count })),
  /** Causes that are not compared, by reason. */
  without: z.array(z.object({ reason: WithoutComparison, causes: Count })),
  /** Number of causes that are still to be compared with the current path classes. */
  pending: Count,
});
export type ResolutionQuality = z.infer<typeof ResolutionQuality>;

const timeZone = z.string().max(100).refine(isTimeZone, "Unknown time zone").optional();

export const readResolutionQuality = endpoint({
  method: "GET",
  path: "/api/analysis/projects/:projectId/resolutions",
  summary: "Read how often verdicts agreed with the commits that resolved the causes",
  allow: "project:read",
  params: project,
  query: z.object({ timeZone }),
  response: success(ResolutionQuality),
});

/** A cause, and what resolved it. */
export const ResolvedCause = z.object({
  groupId: Id,
  message: z.string(),
  /** Class by the engine. */
  class: FailureClass.nullable(),
  kind: ResolutionKind.nullable(),
  reason: WithoutComparison.nullable(),
  agreed: z.boolean().nullable(),
  /** Last run that failed, and first run that passed. `null` for a run that was deleted. */
  failed: z.object({ at: Timestamp, runId: Id.nullable(), commit: z.string().nullable() }),
  passed: z.object({ at: Timestamp, runId: Id.nullable(), commit: z.string().nullable() }).nullable(),
});
export type ResolvedCause = z.infer<typeof ResolvedCause>;

export const resolvedCausesPage = 50;

export const listResolvedCauses = endpoint({
  method: "GET",
  path: "/api/analysis/projects/:projectId/resolutions/causes",
  summary: "List causes and what resolved them, latest first",
  allow: "project:read",
  params: project,
  query: z.object({
    month: figure.month.optional(),
    class: FailureClass.optional(),
    kind: ResolutionKind.optional(),
    agreed: z.enum(["true", "false"]).optional(),
    reason: WithoutComparison.optional(),
    timeZone,
    page: z.coerce.number().int().min(1).max(10_000).default(1),
  }),
  response: success(z.array(ResolvedCause), { total: Count }),
});

export const pathClassRulesLength = 20_000;

/** Rules of a project that assign classes to paths, in the syntax of a CODEOWNERS file. They take precedence over the built-in rules. */
export const PathClassRules = z.object({
  rules: z.string(),
  /** Incremented with each change. */
  version: Count,
  changedBy: z.string().nullable(),
  changedAt: Timestamp.nullable(),
  problems: z.array(z.object({ line: z.number().int().positive(), reason: z.string() })),
  /** Number of causes that are still to be compared with the current rules. */
  pending: Count,
});
export type PathClassRules = z.infer<typeof PathClassRules>;

/** Classes of the files that the latest stored commits changed. */
export const PathClassPreview = z.object({
  problems: PathClassRules.shape.problems,
  /** `class` is `null` for files without a class. `examples`: up to five of the files. */
  classes: z.array(z.object({ class: PathClass.nullable(), files: Count, examples: z.array(z.string()) })),
  /** Number of searched files, and of all files. The search stops after three seconds. */
  looked: Count,
  files: Count,
});
export type PathClassPreview = z.infer<typeof PathClassPreview>;

const path = "/api/projects/:projectId/path-classes";
const rules = z.string().max(pathClassRulesLength, `The rules can have at most ${pathClassRulesLength} characters`);

export const readPathClasses = endpoint({
  method: "GET",
  path,
  summary: "Read the rules for classes of paths",
  allow: "project:read",
  params: project,
  response: success(PathClassRules),
});

export const changePathClasses = endpoint({
  method: "PUT",
  path,
  summary: "Change the rules for classes of paths; all resolved causes are compared again",
  allow: "project:manage",
  params: project,
  /** `version`: the version that the change is based on. */
  body: z.object({ rules, version: Count }),
  response: success(PathClassRules),
});

export const previewPathClasses = endpoint({
  method: "POST",
  path: `${path}/preview`,
  summary: "Preview other rules for classes of paths; nothing is stored",
  allow: "project:manage",
  params: project,
  body: z.object({ rules }),
  response: success(PathClassPreview),
});
