import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { listProjects } from "@plumb/contract/projects/projects.ts";
import { openBrowser } from "../../bench/harness/browser.ts";
import { projectName } from "../demo-project.ts";
import { startEmptyDemo } from "../empty-demo.ts";
import { completeDemo } from "../load-demo.ts";
import { writeStaticDemo } from "./write-demo.ts";

/** Writes the demo as static files: `npm run demo:static [-- <folder>]`. It needs Chromium, and takes some minutes. */
const folder = resolve(process.argv[2] ?? fileURLToPath(new URL("../../dist/static-demo", import.meta.url)));
const dataDir = mkdtempSync(join(tmpdir(), "plumb-demo-"));
const env = { PATH: process.env["PATH"], PLUMB_DATA_DIR: dataDir, PLUMB_PORT: "0", PLUMB_ARTIFACT_PORT: "0" };
const scope = { reports: 40, tests: 100 };

try {
  const { server, client } = await startEmptyDemo(env);
  const browser = await openBrowser();
  try {
    console.log(await completeDemo(server.url, client, null));
    const { data: projects } = await client.call(listProjects);
    const project = projects.find(({ name }) => name === projectName);
    if (project === undefined) throw new Error(`The server has no project ${projectName}.`);
    const { responses, files } = await writeStaticDemo({
      browser,
      address: server.url,
      client,
      projectId: project.id,
      scope,
      folder,
    });
    console.log(
      `Wrote ${responses} responses and ${files} files to ${folder}. Open index.html, or copy the folder to a static host.`,
    );
  } finally {
    await browser.close();
    await server.stop();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
