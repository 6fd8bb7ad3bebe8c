import type { GateReport } from "@plumb/contract/runs/gate.ts";
import { countingTests, failureName, type GateRules, type RuleResult, stateMark, unlistedCount } from "./gate-rules.ts";
import { markdownLink, markdownTable, markdownText } from "#output/markdown.ts";

interface EvaluatedGate {
  readonly report: GateReport;
  readonly rules: readonly RuleResult[];
}

const maxTests = 20;

/** Returns the result of a gate as Markdown. */
export function gateSummary(passed: boolean, evaluated: readonly EvaluatedGate[], rules: GateRules): string {
  return [`### Plumb: gate ${passed ? "passed" : "FAILED"}`, ...evaluated.flatMap((each) => section(each, rules))].join(
    "\n\n",
  );
}

function section({ report, rules: results }: EvaluatedGate, rules: GateRules): string[] {
  const title = `${markdownLink(`#${report.number} ${report.suite}`, report.url)} ${markdownText(report.environment)}`;
  const table = markdownTable(
    ["", "Rule"],
    results.map(({ passed, text }) => [passed ? "✅" : "❌", markdownText(text)]),
  );
  if (results.every(({ passed }) => passed)) return [title, table];
  const visible = countingTests(report, rules).slice(0, maxTests);
  const tests = visible.map((failure) => {
    const error = failure.errorLine === null ? "" : `: ${markdownText(failure.errorLine)}`;
    const mark = stateMark(failure);
    return `- ${markdownLink(failureName(failure), failure.url)}${mark === null ? "" : ` **${mark}**`}${error}`;
  });
  const more = unlistedCount(report, rules, visible.length);
  if (more > 0) tests.push(`- and ${more} more`);
  return [title, table, ...(tests.length === 0 ? [] : [tests.join("\n")])];
}
