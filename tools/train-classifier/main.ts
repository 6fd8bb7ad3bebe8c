import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { PackedModel } from "@plumb/analysis/classification/model.ts";
import { crossValidated, trainedModel } from "@plumb/analysis/classification/cross-validation.ts";
import { qualityOf } from "@plumb/analysis/classification/verdict-quality.ts";
import { labelledFailures } from "./labelled-failures.ts";

const usage = `Usage: node scripts/run.mjs tools/train-classifier/main.ts [--output model.json] <labelled.jsonl>…

  --output  write the model to this file, for PLUMB_CLASSIFIER_MODEL of a server, instead of into the repository`;

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
  for (const [way, outcomes] of Object.entries(crossValidated(failures))) {
    const { accuracy, macroF1, sure } = qualityOf(outcomes);
    console.log(
      `  ${way}: accuracy ${accuracy.toFixed(3)}, macro F1 ${macroF1.toFixed(3)}; ` +
        `${sure.verdicts} verdicts with a confidence of at least 0.9, ${(100 * sure.right).toFixed(1)} % right`,
    );
  }
}

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { output: { type: "string" } } });
  if (positionals.length === 0) throw new Error(usage);
  run(positionals, values.output);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
