import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type PackedModel, unpacked } from "@plumb/analysis/classification/model.ts";
import {
  arrivalWays,
  type ArrivalWay,
  crossValidated,
  type Outcome,
  trainedModel,
} from "@plumb/analysis/classification/cross-validation.ts";
import { classify } from "@plumb/analysis/classification/classify.ts";
import { trainedModel as builtInModel } from "@plumb/analysis/classification/trained-model.ts";
import { qualityOf } from "@plumb/analysis/classification/verdict-quality.ts";
import { uploadedFailures } from "../../bench/harness/uploaded-failures.ts";
import { labelledFailures } from "./labelled-failures.ts";

const usage = `Usage: node scripts/run.mjs tools/train-classifier/main.ts [--output model.json | --evaluate] <labelled.jsonl>…

  --output    write the model to this file, for PLUMB_CLASSIFIER_MODEL of a server, instead of into the repository
  --evaluate  train nothing; print how often the model in the repository is right about these failures`;

const builtIn = fileURLToPath(new URL("../../packages/analysis/src/classification/trained-model.ts", import.meta.url));
/** Cross-validation leaves out whole sources. */
const minSources = 2;

function asModule(model: PackedModel): string {
  return [
    'import type { PackedModel } from "./model.ts";',
    "",
    "/** Written by tools/train-classifier from labelled failures: hashed features, no text of theirs. */",
    `export const trainedModel: PackedModel = ${JSON.stringify(model, null, 2).replaceAll(/"(\w+)":/g, "$1:")};`,
    "",
  ].join("\n");
}

function run(files: readonly string[], output: string | undefined): void {
  const failures = files.flatMap(labelledFailures);
  const sources = new Set(failures.map(({ source }) => source)).size;
  if (sources < minSources)
    throw new Error(
      `All ${failures.length} failures are of one project, so the result cannot be tested. Add a file with failures of another one.`,
    );
  const model = trainedModel(failures);
  const target = output ?? builtIn;
  writeFileSync(target, output === undefined ? asModule(model) : `${JSON.stringify(model)}\n`);
  console.log(`${failures.length} failures of ${sources} sources. Written to ${target}. On sources left out:`);
  for (const [way, outcomes] of Object.entries(crossValidated(failures))) print(way, outcomes);
}

/** Only meaningful for failures that the model was not trained with. */
async function evaluate(files: readonly string[]): Promise<void> {
  const failures = (await Promise.all(files.map(uploadedFailures))).flat();
  const model = unpacked(builtInModel);
  console.log(`${failures.length} failures of ${new Set(failures.map(({ source }) => source)).size} sources`);
  for (const way of Object.keys(arrivalWays) as ArrivalWay[])
    print(
      way,
      failures.map((failure) => ({ failure, verdict: classify(arrivalWays[way](failure), model) })),
    );
}

function print(way: string, outcomes: readonly Outcome[]): void {
  const { accuracy, macroF1, sure } = qualityOf(outcomes);
  console.log(
    `  ${way}: accuracy ${accuracy.toFixed(3)}, macro F1 ${macroF1.toFixed(3)}; ${sure.verdicts} verdicts ` +
      `(${((100 * sure.verdicts) / outcomes.length).toFixed(0)} %) with a confidence of at least 0.9, ${(100 * sure.right).toFixed(1)} % right`,
  );
}

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { output: { type: "string" }, evaluate: { type: "boolean" } },
  });
  if (positionals.length === 0 || (values.evaluate && values.output !== undefined)) throw new Error(usage);
  if (values.evaluate) await evaluate(positionals);
  else run(positionals, values.output);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
