import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "@playwright/test";
import { openBrowser, openPage } from "../harness/browser.ts";
import { benchPostgres } from "../harness/databases.ts";
import type { Metric } from "../harness/metric.ts";
import { forgetPeak, peakMb, residentMb } from "../harness/memory.ts";
import { type Peer, peers } from "../harness/peers.ts";
import { playwrightJsonReport } from "../harness/playwright-json-report.ts";
import { type Program, quickCount } from "../harness/program.ts";
import { type ReportFile, writeReport } from "../harness/report-file.ts";
import { runProgram } from "../harness/run-program.ts";
import { sendReport } from "../harness/send-report.ts";
import { atRest, type BenchServer, newProject, settle, startServer } from "../harness/server.ts";
import { median } from "../harness/statistics.ts";
import { serveFolder } from "../harness/static-site.ts";
import { workFolder } from "../harness/work-folder.ts";
import { rowSelector } from "./report-screen.ts";

const seed = 23;
const built = fileURLToPath(new URL("../../packages/cli/dist/plumb.js", import.meta.url));
const source = fileURLToPath(new URL("../../packages/cli/src/main.ts", import.meta.url));

/** Times for one report, in milliseconds. */
interface Way {
  readonly makeMs: number;
  readonly firstRowMs: number;
  readonly peakMb: number | null;
}

/** Measures the time from a report file on disk to a browser that shows its tests. Other tools process the same results in the same run. */
export const fileToPage: Program = {
  name: "file-to-page",
  summary: "from a file on disk to rows in the browser, against merge-reports and allure generate",
  async run({ quick, runs, log }) {
    const count = quick ? quickCount : 10_000;
    using work = workFolder();
    const report = await writeReport(join(work.path, "report.json"), count, playwrightJsonReport(count, seed));
    const others = peers();
    for (const peer of others)
      if (peer.installed !== null) await peer.prepare(work.folder(`input ${peer.name}`), count, seed);
    await using browser = await openBrowser();
    await using server = await startServer(work.folder("data"));
    // Avoids the cost of the embedded database's WebAssembly.
    await using postgres = await benchPostgres();
    await using onPostgres = await startServer(work.folder("data beside"), await postgres.database());
    await settle(quick);
    const idle = residentMb(server.pid);
    forgetPeak(server.pid);
    const ways = new Map<string, Way[]>();
    const note = async (name: string, way: Way, on?: BenchServer) => {
      ways.set(name, [...(ways.get(name) ?? []), way]);
      if (on !== undefined && !quick) await atRest(on);
    };
    const own = [
      ["upload by CLI", byCommandLine, server],
      ["upload by HTTP", byHttp, server],
      ["upload by HTTP to PostgreSQL", byHttp, onPostgres],
    ] as const;
    // The first upload of a process takes twice as long as later ones, so it would slow down whichever way comes first.
    if (!quick)
      for (const warmed of [server, onPostgres]) {
        await byHttp(browser, warmed, report);
        await atRest(warmed);
      }
    // The tools take turns, so that other load on the machine affects all of them.
    for (let run = 0; run < runs; run++) {
      log(`round ${run + 1} of ${runs}`);
      for (const [name, way, on] of own) await note(name, await way(browser, on, report), on);
      for (const peer of others) {
        if (peer.installed === null) continue;
        const site = join(work.folder(`run ${run} ${peer.name}`), "site");
        await note(peer.name, await byPeer(browser, peer, peer.installed, join(work.path, `input ${peer.name}`), site));
      }
    }
    const peak = peakMb(server.pid);
    return [...ownMetrics(ways, others), ...memoryMetrics(idle, peak), ...others.map((peer) => peerMetric(peer, ways))];
  },
};

async function byHttp(browser: Browser, server: BenchServer, report: ReportFile): Promise<Way> {
  const project = await newProject(server);
  const started = performance.now();
  const { reportId } = await sendReport(server, project.id, report);
  return display(browser, server, reportId, performance.now() - started);
}

async function byCommandLine(browser: Browser, server: BenchServer, report: ReportFile): Promise<Way> {
  const { key } = await newProject(server);
  const program = existsSync(built) ? built : source;
  const { ms, output } = await runProgram(
    process.execPath,
    [program, "upload", report.path, "--suite", "bench", "--url", server.url],
    {
      cwd: server.dataDir,
      env: { PLUMB_API_KEY: key },
    },
  );
  const reportId = /\/reports\/(\d+)\s*$/.exec(output)?.[1];
  if (reportId === undefined) throw new Error(`The CLI named no report.\n${output}`);
  return display(browser, server, Number(reportId), ms);
}

async function display(browser: Browser, server: BenchServer, reportId: number, makeMs: number): Promise<Way> {
  const url = `${server.url}/reports/${reportId}`;
  const opened = await openPage(browser, url, rowSelector, { token: server.token });
  await opened.close();
  return { makeMs, firstRowMs: opened.firstRowMs, peakMb: null };
}

async function byPeer(browser: Browser, peer: Peer, program: string, input: string, folder: string): Promise<Way> {
  const { ms, peakMb } = await peer.generate(program, input, folder);
  await using site = await serveFolder(folder);
  const opened = await openPage(browser, site.url, peer.row);
  await opened.close();
  return { makeMs: ms, firstRowMs: opened.firstRowMs, peakMb };
}

function totalSeconds(ways: readonly Way[]): number {
  return median(ways.map(({ makeMs, firstRowMs }) => makeMs + firstRowMs)) / 1000;
}

function split(ways: readonly Way[]): string {
  const seconds = (of: (way: Way) => number) => (median(ways.map(of)) / 1000).toFixed(2);
  return `${seconds(({ makeMs }) => makeMs)} s to make, ${seconds(({ firstRowMs }) => firstRowMs)} s to show`;
}

function ownMetrics(ways: ReadonlyMap<string, Way[]>, others: readonly Peer[]): Metric[] {
  return ["upload by CLI", "upload by HTTP", "upload by HTTP to PostgreSQL"].flatMap((name) => {
    const own = ways.get(name) ?? [];
    return others.map((peer): Metric => {
      const theirs = ways.get(peer.name);
      const { seconds, firstRowSeconds } = peer.reference;
      return {
        name: `${name}, then the page: against ${peer.name}`,
        value: totalSeconds(own),
        unit: "s",
        against: {
          name: theirs === undefined ? "reference" : "same run",
          value: theirs === undefined ? seconds + firstRowSeconds : totalSeconds(theirs),
          faster: true,
        },
        bar: { of: "ratio", min: peer.timesFaster },
        note: `${split(own)}${theirs === undefined ? "; the peer is not installed, its figure is of another machine" : ""}`,
        details: { ways: own },
      };
    });
  });
}

function memoryMetrics(idle: number | null, peak: number | null): Metric[] {
  if (idle === null || peak === null) return [];
  const note = `idle ${Math.round(idle)} MB`;
  return [{ name: "server memory above idle", value: peak - idle, unit: "MB", bar: { of: "value", max: 300 }, note }];
}

function peerMetric({ name, reference }: Peer, ways: ReadonlyMap<string, Way[]>): Metric {
  const theirs = ways.get(name);
  if (theirs === undefined) {
    const note = `NOT MEASURED: not installed. Reference of another machine: ${reference.seconds} s to make with ${reference.mb} MB, ${reference.firstRowSeconds} s to show`;
    return { name, value: reference.seconds + reference.firstRowSeconds, unit: "s", note };
  }
  const peaks = theirs.flatMap(({ peakMb }) => (peakMb === null ? [] : [peakMb]));
  const memory = peaks.length === 0 ? "" : `, ${Math.round(median(peaks))} MB`;
  return { name, value: totalSeconds(theirs), unit: "s", note: split(theirs) + memory, details: { ways: theirs } };
}
