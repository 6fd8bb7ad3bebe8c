import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Records the screenshots and traces of the demo again with a real browser: `node demo/recording/record.ts`
 * (`PLUMB_CHROMIUM` sets the browser, /usr/bin/chromium by default). Commit the changes in `demo/recorded`.
 *
 * The specs run in a copy, so that traces contain the shop's paths instead of those in this checkout.
 */
const here = import.meta.dirname;
const recorded = join(here, "../recorded");
const parent = mkdtempSync(join(tmpdir(), "plumb-recording-"));
const project = join(parent, "shop-web");
const modules = join(here, "../../node_modules");

try {
  cpSync(here, project, { recursive: true });
  for (const name of ["@playwright", "playwright", "playwright-core"]) {
    cpSync(join(modules, name), join(project, "node_modules", name), { recursive: true });
  }
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }));
  const pictures = join(parent, "pictures");
  spawnSync(process.execPath, [join(project, "node_modules/@playwright/test/cli.js"), "test"], {
    cwd: project,
    env: { ...process.env, PICTURES: pictures, FORCE_COLOR: "0" },
    stdio: "inherit",
  });
  mkdirSync(recorded, { recursive: true });
  for (const name of readdirSync(pictures)) copyFileSync(join(pictures, name), join(recorded, name));
  keepFailure("checkout-voucher", "voucher-total");
  keepFailure("catalogue-search", "search-nothing-found");
  for (const name of readdirSync(recorded)) console.log(name, statSync(join(recorded, name)).size);
} finally {
  rmSync(parent, { recursive: true, force: true });
}

/** Copies the last screenshot and the trace of a spec's failure. */
function keepFailure(folderPrefix: string, name: string): void {
  const results = join(project, "test-results");
  const folder = readdirSync(results).find((each) => each.startsWith(folderPrefix));
  if (folder === undefined) throw new Error(`${folderPrefix} did not fail, so there is nothing to record`);
  copyFileSync(join(results, folder, "test-failed-1.png"), join(recorded, `${name}.png`));
  copyFileSync(join(results, folder, "trace.zip"), join(recorded, `${name}.trace.zip`));
}
