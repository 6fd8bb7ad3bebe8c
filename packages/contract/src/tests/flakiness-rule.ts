import { z } from "zod";
import { endpoint, Id, success } from "#endpoint.ts";
import { MainBranches } from "#projects/main-branches.ts";
import { TestState } from "./tests.ts";

const percent = z.number().min(0).max(100);

/** When a test is flaky, broken or healthy; see `FlakinessRule` of the analysis. */
export const FlakinessRule = z
  .object({
    /** Days of runs that are looked at. */
    windowDays: z.number().int().min(1).max(60),
    /** Minimum number of executions for a judgement. */
    minimumSample: z.number().int().min(2).max(100),
    /** Flaky executions in percent at which a test becomes flaky. */
    activateAt: percent.gt(0),
    /** Percent at which it stops being so. */
    releaseAt: percent,
    /** Clean executions one after the other that make it healthy again. */
    releaseAfterClean: z.number().int().min(1).max(500),
    /** Failures one after the other on a main branch that make it broken. */
    brokenAfter: z.number().int().min(2).max(50),
    /** Runs with at least this percentage of failures do not count against a single test. */
    mostlyRedAt: z.number().min(10).max(100),
    /** The main branches of the project: a setting of the project that this call reads and changes too. */
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
  /** Tests that would change: 20 at most, and how many there are. */
  moved: z.array(Moved),
  movedTotal: Count,
  /** True: only the 1,000 tests that failed or were flaky last were looked at. */
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
