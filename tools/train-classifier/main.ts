import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { crossValidated, trainedModel } from "@plumb/analysis/classification/cross-validation.ts";
import { qualityOf } from "@plumb/analysis/classification/verdict-quality.ts";
import { labelledFailures } from "./labelled-failures.ts";

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error("Usage: node scripts/run.mjs tools/train-classifier/main.ts <labelled.jsonl>…");
  process.exitCode = 1;
} else {
  const failures = files.flatMap(labelledFailures);
  const model = trainedModel(failures);
  const target = fileURLToPath(new URL("../../packages/analysis/src/classification/trained-model.ts", import.meta.url));
  writeFileSync(
    target,
    [
      'import type { PackedModel } from "./model.ts";',
      "",
      "/** Written by tools/train-classifier from labelled failures: hashed features, no text of theirs. */",
      `export const trainedModel: PackedModel = ${JSON.stringify(model, null, 2).replaceAll(/"(\w+)":/g, "$1:")};`,
      "",
    ].join("\n"),
  );
  console.log(`${failures.length} failures. Written to ${target}. On sources left out:`);
  for (const [way, outcomes] of Object.entries(crossValidated(failures))) {
    const { accuracy, macroF1, sure } = qualityOf(outcomes);
    console.log(
      `  ${way}: accuracy ${accuracy.toFixed(3)}, macro F1 ${macroF1.toFixed(3)}; ` +
        `${sure.verdicts} verdicts with a confidence of at least 0.9, ${(100 * sure.right).toFixed(1)} % right`,
    );
  }
}
