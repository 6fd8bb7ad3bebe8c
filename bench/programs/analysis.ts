import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  crossValidated,
  type LabelledFailure,
  learningCurve,
} from "@plumb/analysis/classification/cross-validation.ts";
import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import { type Quality, qualityOf } from "@plumb/analysis/classification/verdict-quality.ts";
import { FailureAnalyst } from "@plumb/analysis/failures/failure-analyst.ts";
import { FailureGroups } from "@plumb/analysis/grouping/failure-groups.ts";
import { uploadedFailures } from "../harness/uploaded-failures.ts";
import { failureCalls } from "../harness/failure-calls.ts";
import type { Metric } from "../harness/metric.ts";
import { madeCauses, madeFailures } from "../harness/made-failures.ts";
import { pairMetrics, fullShare } from "../harness/pairs.ts";
import { quantile } from "../harness/statistics.ts";
import { uploadShare } from "../harness/upload-share.ts";
import { type BenchOptions, type Program, quickCount } from "../harness/program.ts";

/** Labelled real failures, which are not in the repository. */
const dataset = join(process.env["PLUMB_TEST_DATA"] ?? "", "dataset");
const datasets = ["dev", "dev2"] as const;
/** Least accuracy and macro F1, in percent. */
const bars = { dev: { accuracy: 78, macroF1: 66 }, dev2: { accuracy: 62, macroF1: 56 } };

export const analysis: Program = {
  name: "analysis",
  summary: "failures grouped and classified: how fast, and against labelled ones how right",
  async run(options: BenchOptions): Promise<Metric[]> {
    const { quick, log } = options;
    const metrics: Metric[] = [];
    for (const count of quick ? [quickCount] : [10_000, 100_000]) {
      log(`${count.toLocaleString("en")} made failures`);
      metrics.push(...speed(count));
    }
    metrics.push(await uploadShare(options));
    metrics.push(...speed(quick ? quickCount : 10_000, true), ...(await failureCalls(options)));
    if (!existsSync(dataset)) {
      log("There are no labelled failures (PLUMB_TEST_DATA): only the time is measured.");
      return metrics;
    }
    if (quick) return metrics;
    log("labelled failures, classified by models that were trained on other sources");
    const sets = new Map<(typeof datasets)[number], LabelledFailure[]>();
    for (const set of datasets) sets.set(set, await uploadedFailures(join(dataset, set, "failures.jsonl")));
    const outcomes = crossValidated([...sets.values()].flat());
    metrics.push(...learning(sets));
    for (const [set, failures] of sets) {
      const ofSet = new Set(failures);
      for (const [way, each] of Object.entries(outcomes)) {
        const quality = qualityOf(each.filter(({ failure }) => ofSet.has(failure)));
        if (way === "as labelled") log(`\n${set}\n${printed(quality)}`);
        metrics.push(...rightness(quality, set, way));
      }
    }
    return [...metrics, ...grouping(join(dataset, "dev", "clusters.jsonl"))];
  },
};

function speed(count: number, isEachItsOwn = false): Metric[] {
  const failures = [...madeFailures(count, isEachItsOwn)];
  const analyst = new FailureAnalyst();
  const groups = new FailureGroups();
  const started = performance.now();
  const times: number[] = [];
  for (const { failure } of failures) {
    const before = performance.now();
    groups.add(analyst.analyse(failure).outline);
    times.push(performance.now() - before);
  }
  const seconds = (performance.now() - started) / 1000;
  const found = new Map<string, Set<number>>();
  for (const { failure, cause } of failures) {
    const group = groups.groupOf(analyst.analyse(failure).outline);
    found.set(group, (found.get(group) ?? new Set()).add(cause));
  }
  const mixed = [...found.values()].filter((each) => each.size > 1).length;
  return [
    {
      name: `${count.toLocaleString("en")} failures${isEachItsOwn ? ", no two alike," : ""} grouped and classified`,
      value: seconds,
      unit: "s",
      ...(count === 100_000 && { bar: { of: "value", max: 5 } as const }),
      note: `${((seconds / count) * 1e6).toFixed(0)} µs each, of 1,000 the slowest ${quantile(times, 0.999).toFixed(1)} ms; ${found.size} groups of ${isEachItsOwn ? count : madeCauses} causes, ${mixed} mixed`,
    },
  ];
}

function learning(sets: ReadonlyMap<string, readonly LabelledFailure[]>): Metric[] {
  return learningCurve([...sets.values()].flat()).flatMap(({ share, outcomes }) =>
    [...sets].map(([set, failures]) => {
      const ofSet = new Set(failures);
      const { accuracy, macroF1 } = qualityOf(outcomes.filter(({ failure }) => ofSet.has(failure)));
      const note = `macro F1 ${(100 * macroF1).toFixed(1)} %`;
      return {
        name: `${set}, trained on ${100 * share} % of the sources: class right`,
        value: 100 * accuracy,
        unit: "%",
        note,
      };
    }),
  );
}

function rightness(
  { accuracy, macroF1, failures, sure, ...rest }: Quality,
  set: keyof typeof bars,
  way: string,
): Metric[] {
  const metric = (name: string, value: number, min: number, more: Partial<Metric> = {}): Metric => ({
    name: `${set}, ${way}: ${name}`,
    value: 100 * value,
    unit: "%",
    bar: { of: "value", min },
    ...more,
  });
  const note = `${failures} failures, cross-validated by owner`;
  return [
    metric("class right", accuracy, bars[set].accuracy, {
      note,
      details: { accuracy, macroF1, failures, sure, ...rest },
    }),
    metric("class right, macro F1", macroF1, bars[set].macroF1),
    metric("class right where confidence ≥ 0.9", sure.right, 95, { note: `${sure.verdicts} verdicts` }),
    metric("verdicts with confidence ≥ 0.9", sure.verdicts / failures, 33),
  ];
}

interface ClusterLine {
  readonly groupId: string;
  readonly framework: string;
  readonly testName: string;
  readonly errorMessage: string;
  readonly stackTrace: string;
  readonly sourceKey: string;
  /** Original of a synthetic failure. Synthetic failures are compared separately, because their groups repeat the real ones. */
  readonly baseId?: string;
}

function grouping(file: string): Metric[] {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as ClusterLine);
  const analyst = new FailureAnalyst();
  const groups = new FailureGroups();
  const outlines = lines.map((line) => {
    const failure = {
      message: line.errorMessage,
      stack: line.stackTrace,
      framework: line.framework,
      title: line.testName,
    };
    const { outline } = analyst.analyse(failure);
    groups.add(outline);
    return outline;
  });
  const placed = lines.map(({ groupId, sourceKey, baseId }, index) => {
    const outline = outlines[index];
    const found = outline === undefined ? "" : groups.groupOf(outline);
    return { known: groupId, found, project: `${sourceKey} ${baseId === undefined ? "" : "made"}` };
  });
  const { precision, recall } = pairMetrics(placed);
  const note = `${lines.length} failures, pairs within a project`;
  return [
    {
      name: "pairs grouped rightly (precision)",
      value: 100 * precision,
      unit: "%",
      bar: { of: "value", min: 98 },
      note,
    },
    { name: "pairs found (recall)", value: 100 * recall, unit: "%", bar: { of: "value", min: 92 } },
    {
      name: "causes whose failures are all in one group",
      value: 100 * fullShare(placed),
      unit: "%",
      bar: { of: "value", min: 92 },
    },
  ];
}

/** Prints the confusion matrix (columns: expected, rows: result) and the calibration. */
function printed({ confusion, calibration, perClass }: Quality): string {
  const head = ["said \\ found", ...failureClasses.map((name) => name.split(" ", 1)[0] ?? ""), "F1"];
  const rows = failureClasses.map((output) => [
    output,
    ...failureClasses.map((found) => String(confusion[output][found])),
    perClass[output].f1.toFixed(2),
  ]);
  const bins = calibration.map(
    ({ from, verdicts, confidence, right }) =>
      `  confidence from ${from.toFixed(1)}: ${verdicts} verdicts, ${confidence.toFixed(2)} sure, ${right.toFixed(2)} right`,
  );
  return [
    ...[head, ...rows].map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(24) : cell.padStart(12))).join("")),
    ...bins,
    "",
  ].join("\n");
}
