import { join } from "node:path";
import { benchPostgres, databaseKinds } from "../harness/databases.ts";
import type { Figure } from "../harness/figure.ts";
import { residentMb } from "../harness/memory.ts";
import { playwrightJsonReport } from "../harness/playwright-json-report.ts";
import { type Program, quickCount } from "../harness/program.ts";
import { writeReport } from "../harness/report-file.ts";
import { sendReport } from "../harness/send-report.ts";
import { newProject, settle, startServer } from "../harness/server.ts";
import { median } from "../harness/statistics.ts";
import { workFolder } from "../harness/work-folder.ts";

/** Start time on a used data folder, and idle memory. */
export const start: Program = {
  name: "start",
  summary: "start on a used data folder, and idle memory",
  async run({ quick, runs, say }) {
    await using postgres = await benchPostgres();
    using work = workFolder();
    const count = quick ? quickCount : 50_000;
    const report = await writeReport(join(work.path, "report.json"), count, playwrightJsonReport(count, 17));
    const figures: Figure[] = [];
    for (const kind of databaseKinds) {
      say(kind);
      const dataDir = work.folder(kind);
      const url = kind === "postgres" ? await postgres.database() : undefined;
      {
        await using server = await startServer(dataDir, url);
        await sendReport(server, (await newProject(server)).id, report);
      }
      const times: number[] = [];
      const idle: number[] = [];
      for (let run = 0; run < (quick ? 1 : runs + 2); run++) {
        await using server = await startServer(dataDir, url);
        times.push(server.readyMs);
        await settle(quick);
        const resident = residentMb(server.pid);
        if (resident !== null) idle.push(resident);
      }
      figures.push({
        name: `${kind}: start`,
        value: median(times) / 1000,
        unit: "s",
        bar: { of: "value", most: 3 },
        details: { timesMs: times },
      });
      if (idle.length > 0) {
        figures.push({
          name: `${kind}: idle memory`,
          value: median(idle),
          unit: "MB",
          bar: { of: "value", most: kind === "embedded" ? 400 : 200 },
          details: { samplesMb: idle },
        });
      }
    }
    return figures;
  },
};
