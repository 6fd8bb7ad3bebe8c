import { z } from "zod";
import { endpoint, Id, success } from "#endpoint.ts";
import { MainBranches } from "#projects/main-branches.ts";
import { TestState } from "./tests.ts";

const percent = z.number().min(0).max(100);

/** Rule for when a test is flaky, broken or healthy; see `FlakinessRule` in the analysis package. */
export const FlakinessRule = z
  .object({
    /** Number of past days whose runs are evaluated. */
    windowDays: z.number().int().min(1).max(60),
    /** Minimum number of executions for an evaluation. */
    minimumSample: z.number().int().min(2).max(100),
    /** Percentage of flaky executions from which a test becomes flaky. */
    activateAt: percent.gt(0),
    /** Percentage of flaky executions below which a test is no longer flaky. */
    releaseAt: percent,
    /** Number of consecutive clean executions after which a test is healthy again. */
    releaseAfterClean: z.number().int().min(1).max(500),
    /** Number of consecutive failures on a main branch after which a test is broken. */
    brokenAfter: z.number().int().min(2).max(50),
    /** Percentage of failures from which a run is not counted against individual tests. */
    mostlyRedAt: z.number().min(10).max(100),
    /** Main branches of the project, a project setting that can also be read and changed here. */
    mainBranches: MainBranches,
  })
  .refine(({ activateAt, releaseAt }) => releaseAt < activateAt, {
    path: ["releaseAt"],
    error: "Must be lower than the flaky threshold",
  });
export type FlakinessRule = z.infer<typeof FlakinessRule>;

const Count = z.number().int().min(0);
const states = z.object({ healthy: Count, flaky: Count, broken: Count, unknown: Count });
const Moved = z.object({ id: Id, titlePath: z.array(z.string()), from: TestState, to: TestState, score: percent });

/** Effect of another rule on tests. */
export const RulePreview = z.object({
  before: states,
  after: states,
  /** The first 20 tests whose state would change, and the total number. */
  moved: z.array(Moved),
  movedTotal: Count,
  /** True if only the 1,000 tests with the latest failures or flaky results were evaluated. */
  cut: z.boolean(),
});
export type RulePreview = z.infer<typeof RulePreview>;

const params = z.object({ projectId: Id });
const path = "/api/projects/:projectId/flakiness-rule";

export const readFlakinessRule = endpoint({
  method: "GET",
  path,
  summary: "Read the rule that decides when a test is flaky, broken or healthy",
  allow: "project:read",
  params,
  response: success(z.object({ rule: FlakinessRule, isDefault: z.boolean(), defaults: FlakinessRule })),
});

export const changeFlakinessRule = endpoint({
  method: "PUT",
  path,
  summary: "Change the rule for flaky tests, or reset it with null. All tests are re-evaluated",
  allow: "project:manage",
  params,
  body: z.object({ rule: FlakinessRule.nullable() }),
  response: success(z.object({ rule: FlakinessRule, isDefault: z.boolean(), defaults: FlakinessRule })),
});

export const previewFlakinessRule = endpoint({
  method: "POST",
  path: `${path}/preview`,
  summary: "Preview the effect of another rule; nothing is stored",
  allow: "project:manage",
  params,
  body: z.object({ rule: FlakinessRule }),
  response: success(RulePreview),
});
