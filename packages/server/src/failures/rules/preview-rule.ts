import { dayMs } from "@plumb/contract/durations.ts";
import { type RulePreview, ruleDays, type RuleScope } from "@plumb/contract/failures/rules.ts";
import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import { searchWords } from "@plumb/contract/text/search-words.ts";
import type { Context } from "#core/context.ts";
import { errorDisplay } from "#core/error-shown.ts";
import { type FailureSelection, type SelectedFailures } from "#read-models/failures/failure-selection.ts";
import { selectFailures } from "#read-models/failures/selected-failures.ts";
import { reachOfRule, runsInScope } from "#read-models/failures/rule-reach.ts";
import { samplesById } from "#store/failures/rules/ruled-errors.ts";
import { rulesOf } from "#store/failures/rules/rules.ts";
import { checkPattern } from "./edit-rules.ts";
import type { Db } from "#store/db.ts";
import { createMatcher, type Matcher } from "./match-texts.ts";
import type { Pattern } from "./rule-matching.ts";
import { isScoped } from "./rule-scope.ts";
import { textOf } from "./rule-set.ts";

const errorsAtOnce = 200;
const visibleSamples = 10;
/** The user is typing, so partial results are shown after this time. */
const timeoutMs = 3000;

interface Draft extends Pattern {
  readonly scope: RuleScope;
  /** Rule to change; `null` for a new one. */
  readonly ruleId: number | null;
}

interface PreviewRequest {
  readonly projectId: number;
  readonly now: Date;
}

/** Returns the selection of failures for previews of rules. */
export function ruleWindow({ projectId, now }: PreviewRequest): FailureSelection {
  return { projectId, from: now.getTime() - ruleDays * dayMs, until: null, words: [] };
}

/**
 * Previews which failures of the last 90 days a rule would affect.
 *
 * @throws ApiError `invalid` for an invalid rule.
 */
export async function previewOf(
  { db, failureIndex, threads }: Pick<Context, "db" | "failureIndex" | "threads">,
  request: PreviewRequest,
  draft: Draft,
): Promise<RulePreview> {
  checkPattern(draft);
  const { projectId } = request;
  const { kind, pattern, ignoreCase, scope } = draft;
  const selected = await selectFailures(failureIndex, {
    ...ruleWindow(request),
    words: searchWords(scope.test ?? ""),
    runIds: await runsInScope(failureIndex, projectId, scope),
  });
  await using matcher = await createMatcher(threads, [{ kind, pattern, ignoreCase, last: true }]);
  const errors = errorsOf(selected);
  const { found, ...looked } = await errorsMatched({ db, projectId, matcher }, errors);
  const rules = await rulesOf(db, projectId);
  const index = rules.findIndex(({ id }) => id === draft.ruleId);
  const earlier = new Set((index === -1 ? rules : rules.slice(0, index)).map(({ id }) => id));
  const { byClass, ...reach } = reachOfRule(selected, {
    matched: new Set(found.keys()),
    scoped: isScoped(scope),
    earlier,
  });
  return {
    ...reach,
    ...looked,
    classes: [...failureClasses, "Unclassified" as const]
      .map((name, index) => ({ class: name, failures: byClass[index] ?? 0 }))
      .filter(({ failures }) => failures > 0)
      .toSorted((a, b) => b.failures - a.failures),
    samples: [...found]
      .slice(0, visibleSamples)
      .map(([id, sample]) => ({ ...sample, ...(errors.get(id) as { failures: number; groupId: number }) })),
  };
}

/** Returns the errors that occurred within the window, most frequent first, each with its group. */
function errorsOf({ failures: { columns, pairGroups }, counts }: SelectedFailures): Map<number, Failed> {
  const errors = new Map<number, Failed>();
  for (const [pair, { signatureId }] of columns.pairList.entries()) {
    const count = counts[pair] as number;
    if (signatureId === 0 || count === 0) continue;
    const failures = (errors.get(signatureId)?.failures ?? 0) + count;
    errors.set(signatureId, { failures, groupId: pairGroups[pair] as number });
  }
  return new Map([...errors].toSorted(([, a], [, b]) => b.failures - a.failures));
}

interface Failed {
  readonly failures: number;
  readonly groupId: number;
}

interface Found {
  readonly error: string;
  readonly line: string;
}

/** Returns matching errors in the given order within the time limit. For hidden errors, only checks whether they match. */
async function errorsMatched(
  { db, projectId, matcher }: { readonly db: Db; readonly projectId: number; readonly matcher: Matcher },
  errors: ReadonlyMap<number, Failed>,
): Promise<{ found: Map<number, Found>; looked: number; complete: boolean }> {
  const until = performance.now() + timeoutMs;
  const ids = [...errors.keys()];
  const found = new Map<number, Found>();
  let looked = 0;
  while (looked < ids.length && performance.now() < until) {
    const page = ids.slice(looked, looked + errorsAtOnce);
    const samples = new Map((await samplesById(db, projectId, page)).map((sample) => [sample.id, sample]));
    const inOrder = page.flatMap((id) => samples.get(id) ?? []);
    const matches = await matcher.of(inOrder.map(textOf), until);
    for (const [index, [match]] of matches.entries()) {
      const { id, message } = inOrder[index] as { id: number; message: string };
      if (match === undefined) continue;
      found.set(
        id,
        found.size < visibleSamples ? { error: errorDisplay(message), line: match.line } : { error: "", line: "" },
      );
    }
    looked += matches.length < inOrder.length ? matches.length : page.length;
  }
  return { found, looked, complete: looked >= ids.length };
}
