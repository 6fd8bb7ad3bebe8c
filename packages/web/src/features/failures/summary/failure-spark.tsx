import { formatCount } from "#lib/format/format.ts";
import { SparkLine } from "#ui/charts/spark-line.tsx";

/**
 * Failure counts in equal parts of the window, oldest first.
 * @param periodText Name of the window, such as `in 30 days`.
 */
export function FailureSpark({
  counts,
  periodText,
}: {
  readonly counts: readonly number[];
  readonly periodText: string;
}) {
  const label = `At most ${formatCount(Math.max(...counts, 0))} at a time ${periodText}, ${formatCount(counts.at(-1) ?? 0)} lately`;
  return <SparkLine values={counts} label={label} color="failed" from={0} />;
}
