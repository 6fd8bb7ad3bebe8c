import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runFaults } from "./run-faults.ts";

const usage =
  "Usage: node scripts/run.mjs tools/faults/main.ts [--rounds 200] [--seed 1] [--only <part of a name>] [--log <file for the logs of the servers>]";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "20" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    only: { type: "string", default: "" },
    log: { type: "string" },
  },
});
// Ends the servers, too.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
if (!Number.isInteger(rounds) || !Number.isInteger(seed)) throw new Error(usage);

const start = performance.now();
const print = (line: string) =>
  process.stdout.write(`${((performance.now() - start) / 1000).toFixed(1).padStart(7)} s  ${line}\n`);
print(`Seed ${seed}`);
const report = await runFaults({ seed, rounds, only: values.only, log: print });
for (const [name, reason] of report.skipped) print(`Skipped: ${name}, because it ${reason}`);
for (const [name, count] of report.injected) print(`${String(count).padStart(4)} × ${name}`);
print(`${report.runs} runs with ${report.tests} tests were acknowledged`);
for (const difference of report.differences) print(`DIFFERENT  ${difference}`);
print(report.differences.length === 0 ? "Nothing is lost or doubled." : `${report.differences.length} differences`);
if (values.log !== undefined) writeFileSync(values.log, report.output);
process.exit(report.differences.length === 0 ? 0 : 1);
