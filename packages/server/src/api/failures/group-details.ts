import { applyClass, withAppliedClass } from "@plumb/analysis/classification/applied-class.ts";
import { similarity } from "@plumb/analysis/grouping/similarity.ts";
import type { ModelReply } from "@plumb/contract/failures/deep-analysis.ts";
import { type FailureGroupDetails, readFailureGroup } from "@plumb/contract/failures/failures.ts";
import { ApiError } from "#core/api-error.ts";
import { decisionText } from "#failures/decide.ts";
import { errorDisplay } from "#core/error-shown.ts";
import { reasonOf } from "#failures/reason.ts";
import { inPercent, presentDecision } from "#failures/verdict.ts";
import type { Api } from "#http/api.ts";
import type { Db } from "#store/db.ts";
import { decisionsOfGroup, type StoredDecision } from "#store/failures/decisions.ts";
import { eachOfRun, type SelectedFailures } from "#read-models/failures/failure-selection.ts";
import { selectFailures } from "#read-models/failures/selected-failures.ts";
import { errorsOfGroup, type GroupedError } from "#store/failures/groups/group-details.ts";
import { groupsOf, statesNow } from "#read-models/failures/group-lists.ts";
import { groupsById, type StoredGroup } from "#store/failures/groups/groups.ts";
import { replyOfGroup, type ModelExplanation } from "#store/failures/analysis/llm-replies.ts";
import { languageModelRow } from "#store/administration/language-model.ts";
import { ruleLineOfGroup } from "#store/failures/rules/ruled-errors.ts";
import type { StoredVerdict } from "#store/failures/signatures.ts";
import { selectionOf } from "./failure-window.ts";
import { presentGroups } from "./present-groups.ts";

const maxTests = 10;
const visibleErrors = 100;
const visibleDecisions = 50;

export function groupRoutes(api: Api<"db" | "failureIndex">): void {
  api.read(readFailureGroup, async ({ context, projectId, params: { groupId }, query, caller, now }) => {
    const { db } = context;
    const selected = await selectFailures(context.failureIndex, {
      ...selectionOf(query, { projectId, caller, now }),
      groupId,
    });
    const [stored] = await groupsById(db, projectId, [groupId]);
    const states = await statesNow(context.failureIndex, selected, { projectId, now });
    const [counted] = groupsOf(selected, states, { sortBy: "lastSeen", state: undefined });
    // A cause without failures in the time window is still shown.
    const quiet = {
      id: groupId,
      state: states.get(groupId) ?? "resolved",
      occurrences: 0,
      lastAt: 0,
      pairs: [],
    } as const;
    const [group] = await presentGroups(db, projectId, selected, { page: [counted ?? quiet], maxTests });
    if (stored === undefined || group === undefined)
      throw new ApiError("not_found", "This cause does not exist, or was merged into another one.");
    const errors = await errorsOfGroup(db, projectId, { groupId, limit: visibleErrors });
    const decisions = await decisionsOfGroup(db, projectId, groupId, visibleDecisions);
    const decision = decidedBy(stored, decisions);
    const { model } = await languageModelRow(db);
    const explanation = await replyOfGroup(db, { projectId, model }, groupId);
    const [main] = errors;
    const verdict = main && (await verdictOfGroup(db, projectId, stored, main.verdict));
    return {
      data: {
        ...group,
        normalizedText: main?.outline.text ?? "",
        evidence: [...(verdict?.evidence ?? [])],
        ...(decision !== undefined && { decision: presentDecision(decision) }),
        alternatives: (decision === undefined ? (verdict?.alternatives ?? []) : []).map((other) => ({
          class: other.class,
          confidence: inPercent(other.confidence),
        })),
        reason: [reasonOf(stored, decision?.by), ...(verdict?.because ?? [])].join(" "),
        signatures: errors.map((error) => presentError(error, main)),
        llm: explanation === null ? null : presentReply(explanation),
        suites: suitesOf(selected),
        decisions: decisions.map((decision) => ({
          id: decision.id,
          at: decision.at.toISOString(),
          by: decision.by,
          text: decisionText(decision),
          undone: decision.undone,
          canUndo: !decision.undone,
        })),
      },
    };
  });
}

/** Returns the user's decision that set the class of a cause; `undefined` if the engine or a rule set it. */
function decidedBy(group: StoredGroup, decisions: readonly StoredDecision[]): StoredDecision | undefined {
  if (group.decidedBy !== "person") return undefined;
  return decisions.find(({ id }) => String(id) === group.decidedName);
}

/**
 * Returns the main error's verdict. Its reasons come from the engine or the rule that set the class; a class set by a user has none.
 */
async function verdictOfGroup(
  db: Db,
  projectId: number,
  group: StoredGroup,
  { because, ...verdict }: StoredVerdict,
): Promise<StoredVerdict> {
  const { id: groupId, decidedBy, decidedName, ruleId } = group;
  if (decidedBy === "person") return verdict;
  if (ruleId === null) return { ...verdict, ...(because !== undefined && { because }) };
  const rule = { name: decidedName ?? "", line: await ruleLineOfGroup(db, projectId, { groupId, ruleId }) };
  const applied = applyClass({ group: { ...group, rule } });
  return applied === null ? verdict : withAppliedClass(verdict, applied);
}

function presentError(
  { signature, outline, message, occurrences, placedBy }: GroupedError,
  main: GroupedError | undefined,
): FailureGroupDetails["signatures"][number] {
  const like = main === undefined ? null : similarity(main.outline, outline);
  return {
    signature,
    text: outline.text,
    sample: errorDisplay(message),
    occurrences,
    placedBy: placedBy === "person" ? "person" : like?.kind === "same" ? "same" : "similar",
    share: like?.share ?? 0,
  };
}

/** `primaryClass` is missing in answers that were stored before models returned a class. */
function presentReply({ recommendations, primaryClass = null, ...explanation }: ModelExplanation): ModelReply {
  return { ...explanation, primaryClass, recommendations: [...recommendations] };
}

function suitesOf(selected: SelectedFailures): FailureGroupDetails["suites"] {
  const { columns, runs } = selected.failures;
  const suites = new Map<string, number>();
  for (const [run, id] of columns.runIds.entries()) {
    const suite = selected.requestedRuns[run] === 1 ? runs.get(id)?.suite : undefined;
    if (suite !== undefined) eachOfRun(selected, run, () => suites.set(suite, (suites.get(suite) ?? 0) + 1));
  }
  return [...suites]
    .map(([suiteName, occurrences]) => ({ suiteName, occurrences }))
    .toSorted((a, b) => b.occurrences - a.occurrences);
}
