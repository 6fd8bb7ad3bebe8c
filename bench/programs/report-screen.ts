import { join } from "node:path";
import { openBrowser, openPage, scroll, weigh } from "../harness/browser.ts";
import type { Metric } from "../harness/metric.ts";
import { playwrightJsonReport } from "../harness/playwright-json-report.ts";
import { type Program, quickCount } from "../harness/program.ts";
import { writeReport } from "../harness/report-file.ts";
import { sendReport } from "../harness/send-report.ts";
import { newProject, startServer } from "../harness/server.ts";
import { median } from "../harness/statistics.ts";
import { workFolder } from "../harness/work-folder.ts";

export const rowSelector = "li button[data-result]";

/** Measures the report page in a real browser with an empty cache, on the embedded database. */
export const reportScreen: Program = {
  name: "report-screen",
  summary: "the report page in Chromium: first rows, size of the page, scrolling",
  async run({ quick, runs, log }) {
    using work = workFolder();
    await using server = await startServer(work.folder("data"));
    await using browser = await openBrowser();
    const metrics: Metric[] = [];
    for (const count of quick ? [quickCount] : [10_000, 50_000]) {
      log(`${count} tests`);
      const report = await writeReport(join(work.path, "report.json"), count, playwrightJsonReport(count, 13));
      const project = await newProject(server);
      const { reportId } = await sendReport(server, project.id, report);
      const url = `${server.url}/reports/${reportId}`;
      const times: number[] = [];
      let sizes = { nodes: 0, heapMb: 0 };
      let scrolled = { framesPerSecond: 0, maxNodes: 0 };
      for (let run = 0; run < (quick ? 1 : runs * 2 + 1); run++) {
        const opened = await openPage(browser, url, rowSelector, { token: server.token });
        times.push(opened.firstRowMs);
        sizes = await weigh(opened.page);
        if (run === 0) scrolled = await scroll(opened.page, quick ? 300 : 3000);
        await opened.close();
      }
      const of = `${count.toLocaleString("en")} tests`;
      metrics.push(
        {
          name: `${of}: first rows visible`,
          value: median(times),
          unit: "ms",
          bar: { of: "value", max: 1000 },
          note: `first time ${Math.round(times[0] ?? 0)} ms`,
          details: { timesMs: times },
        },
        { name: `${of}: elements`, value: sizes.nodes, unit: "nodes", bar: { of: "value", max: 3000 } },
        {
          name: `${of}: most elements while scrolling`,
          value: scrolled.maxNodes,
          unit: "nodes",
          bar: { of: "value", max: 3000 },
        },
        {
          name: `${of}: scrolling`,
          value: scrolled.framesPerSecond,
          unit: "frames/s",
          note: "without a graphics card",
        },
        { name: `${of}: scripts hold`, value: sizes.heapMb, unit: "MB" },
      );
    }
    return metrics;
  },
};
