import type { Metric } from "./metric.ts";
import { quantile, sampled } from "./statistics.ts";

/** Measures an API call in milliseconds and checks its p95 against a limit. `p50` is for comparisons. */
export async function callMetric(
  call: () => Promise<unknown>,
  { name, times, maxMs }: { readonly name: string; readonly times: number; readonly maxMs: number },
): Promise<{ readonly metric: Metric; readonly p50: number }> {
  const { firstMs, samples } = await sampled(call, times);
  const p50 = quantile(samples, 0.5);
  const metric: Metric = {
    name: `${name}: p95`,
    value: quantile(samples, 0.95),
    unit: "ms",
    bar: { of: "value", max: maxMs },
    note: `p50 ${p50.toFixed(1)} ms, the first call ${firstMs.toFixed(0)} ms`,
    details: { p50Ms: p50, firstMs, samples: samples.length },
  };
  return { metric, p50 };
}
