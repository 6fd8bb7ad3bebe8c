import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg, platform, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ratioOf, verdictOf } from "./harness/metric.ts";
import type { Program } from "./harness/program.ts";
import { startBriefServers } from "./harness/server.ts";
import { table } from "./harness/table.ts";
import { analysis } from "./programs/analysis.ts";
import { besideZips } from "./programs/beside-zips.ts";
import { busy } from "./programs/busy.ts";
import { chaos } from "./programs/chaos.ts";
import { compare } from "./programs/compare.ts";
import { deliveries } from "./programs/deliveries.ts";
import { exports } from "./programs/exports.ts";
import { failureFilters } from "./programs/failure-filters.ts";
import { fileToPage } from "./programs/file-to-page.ts";
import { formats } from "./programs/formats.ts";
import { inSql } from "./programs/in-sql.ts";
import { ingest } from "./programs/ingest.ts";
import { items } from "./programs/items.ts";
import { liveMillion } from "./programs/live-million.ts";
import { live } from "./programs/live.ts";
import { replicas } from "./programs/replicas.ts";
import { reportCalls } from "./programs/report-calls.ts";
import { reportList } from "./programs/report-list.ts";
import { reporters } from "./programs/reporters.ts";
import { reportScreen } from "./programs/report-screen.ts";
import { retention } from "./programs/retention.ts";
import { notificationRules } from "./programs/rules.ts";
import { scale } from "./programs/scale.ts";
import { slowNeighbours } from "./programs/slow-neighbours.ts";
import { soak } from "./programs/soak.ts";
import { start } from "./programs/start.ts";
import { tests } from "./programs/tests.ts";
import { trends } from "./programs/trends.ts";
import { uploads } from "./programs/uploads.ts";
import { week } from "./programs/week.ts";

const programs: readonly Program[] = [
  ingest,
  formats,
  reportCalls,
  reportList,
  compare,
  items,
  trends,
  tests,
  inSql,
  uploads,
  week,
  scale,
  reportScreen,
  fileToPage,
  exports,
  busy,
  besideZips,
  live,
  reporters,
  chaos,
  replicas,
  liveMillion,
  retention,
  start,
  analysis,
  failureFilters,
  deliveries,
  slowNeighbours,
  notificationRules,
  soak,
];

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    quick: { type: "boolean", default: false },
    large: { type: "boolean", default: false },
    runs: { type: "string" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

// Servers and folders are removed in exit handlers, which do not run if a signal ends the process.
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

if (values.help) {
  console.log(
    [
      "npm run bench -- [--only <program>]… [--quick | --large] [--runs <n>] [--json]",
      ...programs.map(({ name, summary }) => `  ${name.padEnd(14)} ${summary}`),
    ].join("\n"),
  );
} else await bench();

async function bench(): Promise<void> {
  const unknown = values.only?.find((name) => !programs.some((program) => program.name === name));
  if (unknown !== undefined) throw new Error(`There is no program ${unknown}. --help lists them.`);
  const chosen = programs.filter(({ name }) => values.only?.includes(name) ?? true);
  if (values.quick) startBriefServers();
  const runs = Number(values.runs ?? (values.quick ? 1 : 3));
  const loadBefore = loadavg()[0] ?? 0;
  // After an error, the other programs continue and all servers are stopped.
  const failed: { name: string; error: unknown }[] = [];
  const measured = await inLanes(values.quick ? 2 : 1, chosen, async (program) => {
    const log = (text: string) => process.stderr.write(`${program.name}: ${text}\n`);
    const started = performance.now();
    const metrics = await program
      .run({ quick: values.quick, large: values.large, runs, log })
      .catch((error: unknown) => {
        failed.push({ name: program.name, error });
        return [];
      });
    log(`took ${((performance.now() - started) / 1000).toFixed(0)} s`);
    return { name: program.name, figures: metrics };
  });
  const now = new Date();
  const results = {
    version: 1,
    at: now.toISOString(),
    machine: { platform: platform(), cpu: cpus()[0]?.model, cores: cpus().length, memoryMb: totalmem() / 1024 ** 2 },
    loadBefore,
    node: process.version,
    commit: commit(),
    quick: values.quick,
    runs,
    programs: measured.map(({ name, figures }) => ({
      name,
      figures: figures.map((metric) => ({ ...metric, ratio: ratioOf(metric), verdict: verdictOf(metric) })),
    })),
  };
  const folder = join(import.meta.dirname, "results");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${now.toISOString().replaceAll(":", "-").slice(0, 19)}.json`);
  const text = `${JSON.stringify(results, null, 2)}\n`;
  writeFileSync(file, text);
  process.stdout.write(values.json ? text : table(measured));
  if (loadBefore > 0.5) {
    process.stderr.write(
      `The machine was busy with something else (load ${loadBefore.toFixed(1)} on ${cpus().length} cores): seconds and ratios are worse than they are.\n`,
    );
  }
  process.stderr.write(`Written to ${file}\n`);
  for (const { name, error } of failed) console.error(`\n${name} failed:`, error);
  // Does not wait for resources of a failed program.
  if (failed.length > 0) process.exit(1);
}

/** Processes items in parallel lanes. A quick run uses two lanes, because its times do not matter and one program cannot use two cores. */
async function inLanes<Item, Result>(
  lanes: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const lane = async () => {
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

function commit(): string | null {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], { cwd: import.meta.dirname, encoding: "utf8" }).trim();
  } catch {
    return null;
  }
}
