import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listUploads } from "@plumb/contract/runs/uploads.ts";
import { expect, type Page } from "@playwright/test";
import { ownProject, signedIn, test } from "./product.ts";
import { junitReport } from "./report-files.ts";

test.use({ database: "first-report", permissions: ["clipboard-read", "clipboard-write"] });

/** A terminal next to the browser. It counts what the user copies and pastes. */
async function openTerminal(page: Page) {
  const folder = await mkdtemp(join(tmpdir(), "plumb-first-report-"));
  const acts = { copies: 0, pastes: 0 };
  return {
    acts,
    write: (name: string, content: string) => writeFile(join(folder, name), content),
    async copy(button: string) {
      acts.copies += 1;
      await page.getByRole("button", { name: button, exact: true }).click();
      await expect(page.getByText("Copied. Paste it into a terminal.")).toBeVisible();
    },
    /** Runs the clipboard as a shell would. `edit` is a mistake of the user. */
    async paste(edit = (command: string) => command) {
      acts.pastes += 1;
      const command = edit(await page.evaluate(() => navigator.clipboard.readText()));
      const shell = spawn("bash", { cwd: folder, stdio: ["pipe", "ignore", "ignore"] });
      const ended = once(shell, "exit");
      shell.stdin.end(`${command}\n`);
      await ended;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Runs a command as a shell would, in a folder with tools that only log how they were called. Returns the log. */
async function runWithFakeTools(command: string, folder: string): Promise<string> {
  const bin = join(folder, "bin");
  const log = join(folder, "calls");
  await mkdir(bin, { recursive: true });
  await writeFile(log, "");
  for (const tool of ["npm", "npx", "pytest"]) {
    await writeFile(join(bin, tool), `#!/bin/sh\necho "${tool} $* [$PLUMB_URL $PLUMB_API_KEY]" >> "${log}"\n`);
    await chmod(join(bin, tool), 0o755);
  }
  const shell = spawn("sh", ["-c", command], {
    cwd: folder,
    env: { PATH: `${bin}:/usr/bin:/bin` },
    stdio: "ignore",
  });
  await once(shell, "exit");
  return readFile(log, "utf8");
}

test("one copy and one paste lead from an empty project to an explained failure", async ({ page, seeded }) => {
  await ownProject(page, seeded, "Empty shop");
  await signedIn(page, seeded);
  await using terminal = await openTerminal(page);
  await terminal.write("results.xml", junitReport(6));
  await page.goto("/");
  await expect(page.getByText("Listening for the first report")).toBeVisible();
  const startedAt = performance.now();
  await page.getByText("curl", { exact: true }).click();

  await terminal.copy("Create key and copy command");
  await terminal.paste();

  await expect(page).toHaveURL(/\/reports\/\d+/);
  await expect(page.getByText("expected 201, got 500").first()).toBeVisible();
  await expect(page.getByText("Application Defect").first()).toBeVisible();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  expect(terminal.acts).toEqual({ copies: 1, pastes: 1 });
  // Part of the report of this test, for bench/notes.
  test.info().annotations.push({ type: "acts", description: `choose a tool, 1 copy, 1 paste: ${seconds} s` });

  const tour = page.getByRole("complementary", { name: "Tour of a failure" });
  await expect(tour).toContainText("1 of 3");
  await tour.getByRole("button", { name: "Open a failure" }).click();
  await expect(page).toHaveURL(/result=\d+/);
  await tour.getByRole("button", { name: "Next" }).click();
  await expect(page.locator("[data-tour=decision]")).toBeInViewport();
  await tour.getByRole("button", { name: "Done" }).click();
  await expect(tour).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem("tour"))).toBe("closed");

  // The dashboard does not open the report again.
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await expect(page.getByRole("heading", { name: "Recent Reports" })).toBeVisible();
});

test("example data explains a failure, and its removal leaves the empty project", async ({ page, seeded }) => {
  await ownProject(page, seeded, "Curious shop");
  await signedIn(page, seeded);
  await page.goto("/");
  await page.getByRole("button", { name: "Or fill with example data" }).click();

  const notice = page.getByRole("complementary", { name: "Example data" });
  await expect(notice).toBeVisible();
  const causes = page.getByRole("list", { name: "Causes" });
  // The job stores 14 runs one after the other.
  await expect(causes.getByText(/^back$/i)).toBeVisible({ timeout: 60_000 });
  await expect(causes.getByText(/^new$/i)).toBeVisible();
  await expect(causes.getByText("“Let gift cards and points be combined”")).toBeVisible();
  // Uploads are refused, so nothing offers them.
  await expect(page.getByRole("button", { name: "Upload reports" })).toHaveCount(0);

  await causes.getByRole("link", { name: "Open" }).first().click();
  await expect(notice).toBeVisible();
  await notice.getByRole("button", { name: "Remove example data" }).click();
  await expect(notice).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole("button", { name: /Switch Project/ }).click();
  const palette = page.getByRole("dialog");
  await expect(palette.getByRole("option", { name: /Curious shop/ }).first()).toBeVisible();
  await expect(palette.getByText("Example shop")).toHaveCount(0);
});

test("a cut-off key and a wrong file are explained while the page listens", async ({ page, seeded }) => {
  await ownProject(page, seeded, "Clumsy shop");
  await signedIn(page, seeded);
  await using terminal = await openTerminal(page);
  await terminal.write("results.xml", "TODO: run the tests");
  await page.goto("/");
  await page.getByText("curl", { exact: true }).click();
  await terminal.copy("Create key and copy command");

  await terminal.paste((command) => command.replace(/(plumb_\d+_.{20}).{12}/, "$1"));
  await expect(page.getByText("It starts like First report, but is incomplete or mistyped.")).toBeVisible();
  await expect(page.getByText(/First connection at .* Still listening/)).toBeVisible();

  await terminal.paste();
  await expect(page.getByText("Rejected: results.xml")).toBeVisible();
  await expect(page.getByText(/No report could be read/)).toBeVisible();

  await terminal.write("results.xml", junitReport(3));
  await terminal.paste();
  await expect(page).toHaveURL(/\/reports\/\d+/);
});

test("without a live connection, the page polls for the first report", async ({ page, seeded }) => {
  await ownProject(page, seeded, "Polled shop");
  await signedIn(page, seeded);
  await page.route("**/socket.io/**", (route) => route.abort());
  await page.routeWebSocket("**/socket.io/**", (socket) => socket.close());
  await using terminal = await openTerminal(page);
  await terminal.write("results.xml", junitReport(3));
  await page.goto("/");
  await page.getByText("curl", { exact: true }).click();
  await terminal.copy("Create key and copy command");
  await terminal.paste();
  await expect(page).toHaveURL(/\/reports\/\d+/);
});

test("the command of each tool is one statement that a shell runs", async ({ page, seeded }) => {
  const { client, projectId } = await ownProject(page, seeded, "Polyglot shop");
  await signedIn(page, seeded);
  await page.goto("/");
  await page.getByRole("button", { name: "Create key and copy command" }).click();
  await expect(page.getByText("Copied. Paste it into a terminal.")).toBeVisible();
  const commands = new Map<string, string>();
  for (const tool of ["Playwright", "Report files", "Cypress", "Selenium, JUnit", "pytest", "curl"]) {
    await page.getByText(tool, { exact: true }).click();
    const command = (await page.getByLabel("first command", { exact: true }).textContent()) ?? "";
    for (const line of command.split("\n").slice(0, -1)) expect(line, tool).toMatch(/ \\$/);
    commands.set(tool, command);
  }

  const folder = await mkdtemp(join(tmpdir(), "plumb-first-commands-"));
  await mkdir(join(folder, "shop", "target", "surefire-reports"), { recursive: true });
  await writeFile(join(folder, "shop", "target", "surefire-reports", "TEST-Orders.xml"), junitReport(3));
  await writeFile(join(folder, "results.xml"), junitReport(4));
  const run = (tool: string) => runWithFakeTools(commands.get(tool) ?? "", folder);
  const settings = new RegExp(`\\[${seeded.address} plumb_${projectId}_.{32}\\]`);

  const playwright = (await run("Playwright")).split("\n");
  expect(playwright[0]).toMatch(/^npm install --save-dev http.*\/packages\/reporter-playwright\.tgz /);
  expect(playwright[1]).toMatch(/^npx playwright test --reporter=line,@plumb\/reporter-playwright /);
  expect(playwright[1]).toMatch(settings);
  const files = await run("Report files");
  expect(files).toContain(`npx -y ${seeded.address}/packages/cli.tgz upload `);
  expect(files).toMatch(settings);
  const cypress = (await run("Cypress")).split("\n");
  expect(cypress[0]).toMatch(/^npx cypress run --reporter junit /);
  expect(cypress[1]).toContain("cli.tgz upload results/*.xml");

  await run("Selenium, JUnit");
  expect(await run("pytest")).toContain("pytest --junitxml=results.xml");
  await run("curl");
  const { data: uploads } = await client.call(listUploads, { params: { projectId }, query: {} });
  // curl sends the file of pytest again.
  expect(uploads.map(({ name, state }) => [name, state])).toEqual([
    ["results.xml", "duplicate"],
    ["results.xml", "accepted"],
    ["shop/target/surefire-reports/TEST-Orders.xml", "accepted"],
  ]);
  await rm(folder, { recursive: true, force: true });
});
