import { arrivalWays, type ArrivalWay } from "@plumb/analysis/classification/cross-validation.ts";
import { classify } from "@plumb/analysis/classification/classify.ts";
import { unpacked } from "@plumb/analysis/classification/model.ts";
import { trainedModel } from "@plumb/analysis/classification/trained-model.ts";
import { qualityOf } from "@plumb/analysis/classification/verdict-quality.ts";
import { uploadedFailures } from "../../bench/harness/uploaded-failures.ts";

/** Prints how often the weights in the repository are right about labelled failures. They must not have been trained with these failures. */
const files = process.argv.slice(2);
if (files.length === 0) {
  console.error("Usage: node scripts/run.mjs tools/train-classifier/evaluate.ts <labelled.jsonl>…");
  process.exitCode = 1;
} else {
  const failures = (await Promise.all(files.map(uploadedFailures))).flat();
  const model = unpacked(trainedModel);
  console.log(`${failures.length} failures of ${new Set(failures.map(({ source }) => source)).size} sources`);
  for (const way of Object.keys(arrivalWays) as ArrivalWay[]) {
    const { accuracy, macroF1, sure } = qualityOf(
      failures.map((failure) => ({ failure, verdict: classify(arrivalWays[way](failure), model) })),
    );
    console.log(
      `  ${way}: accuracy ${accuracy.toFixed(3)}, macro F1 ${macroF1.toFixed(3)}; ${sure.verdicts} verdicts ` +
        `(${((100 * sure.verdicts) / failures.length).toFixed(0)} %) with a confidence of at least 0.9, ${(100 * sure.right).toFixed(1)} % right`,
    );
  }
}
