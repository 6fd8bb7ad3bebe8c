import { deepAnalyze, readDeepAnalysis } from "@plumb/contract/failures/deep-analysis.ts";
import { beginDeep, presentDeep } from "#failures/llm/deep-analysis.ts";
import { isOn } from "#failures/llm/language-model.ts";
import type { Api } from "#http/api.ts";
import { languageModelRow } from "#store/administration/language-model.ts";
import { deepAnalysisOf } from "#store/failures/analysis/deep-analysis.ts";
import { selectFailures } from "#read-models/failures/selected-failures.ts";
import { groupsOf } from "#read-models/failures/group-lists.ts";
import { selectionOf } from "./failure-window.ts";

export function deepAnalysisRoutes(api: Api<"bus" | "clock" | "db" | "failureIndex">): void {
  api.route(deepAnalyze, async ({ context, projectId, query, caller, now }) => {
    const selected = await selectFailures(context.failureIndex, selectionOf(query, { projectId, caller, now }));
    const groups = groupsOf(selected, new Map(), { sortBy: "occurrences", state: undefined });
    const groupIds = groups.toSorted((a, b) => b.occurrences - a.occurrences).map(({ id }) => id);
    return { data: await beginDeep(context, projectId, groupIds) };
  });

  api.route(readDeepAnalysis, async ({ context: { db }, projectId, now }) => {
    const row = await languageModelRow(db);
    const latest = await deepAnalysisOf(db, projectId);
    return {
      data: { model: isOn(row) ? row.model : null, latest: latest === null ? null : presentDeep(latest, now) },
    };
  });
}
