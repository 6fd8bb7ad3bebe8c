import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Client, createClient } from "@plumb/client/client.ts";
import { login } from "@plumb/contract/people/auth.ts";
import { resolveProposal } from "@plumb/contract/items/annotation-changes.ts";
import { readAnnotation } from "@plumb/contract/items/annotation-parts.ts";
import { countUnreadNotifications } from "@plumb/contract/people/notifications.ts";
import { createApiKey } from "@plumb/contract/projects/api-keys.ts";
import { listProjects } from "@plumb/contract/projects/projects.ts";
import { publicConfig } from "@plumb/contract/administration/public-config.ts";
import { listFailureGroups } from "@plumb/contract/failures/failures.ts";
import { readAnnotationSummary } from "@plumb/contract/items/annotations.ts";
import { listIncidents } from "@plumb/contract/failures/incidents.ts";
import { listUploads, readUploadHealth } from "@plumb/contract/runs/uploads.ts";
import { listBindings, testBinding } from "@plumb/contract/integrations/bindings.ts";
import { listTickets } from "@plumb/contract/integrations/tickets.ts";
import { listReports } from "@plumb/contract/runs/report-list.ts";
import { readReport } from "@plumb/contract/runs/reports.ts";
import { listResults, readResult } from "@plumb/contract/runs/results.ts";
import { listOwners } from "@plumb/contract/tests/owners.ts";
import { listQuarantined } from "@plumb/contract/tests/quarantine.ts";
import { expect, test } from "vitest";
import { buildDemo } from "../scripts/builds.mjs";
import { serverFlags } from "../scripts/server-flags.mjs";
import { triageWithAgent } from "./triage-with-agent.ts";
import { walkCounts } from "./walk-counts.ts";

const server = fileURLToPath(new URL("../packages/server/src/main.ts", import.meta.url));

/** Starts the product in demo mode and waits until the demo project is complete. */
async function startDemoServer(dataDir: string) {
  const child = spawn(process.execPath, [...serverFlags, server, "--demo"], {
    env: { PATH: process.env["PATH"], PLUMB_DATA_DIR: dataDir, PLUMB_PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  let output = "";
  const complete = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      // Printed when the project is complete.
      if (/Next .*\n/.test(output)) resolve(/Address +(\S+)/.exec(output)?.[1] ?? "");
      if (output.includes("is not complete")) reject(new Error(output));
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => reject(new Error(output)));
  });
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  try {
    return { address: await complete, output, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns the page that shows what the services of the demo received. */
async function servicesPage(client: Client): Promise<string> {
  const { demo } = (await client.call(publicConfig)).data;
  return (await fetch(demo?.servicesUrl ?? "")).text();
}

async function signedIn(address: string) {
  const anybody = createClient({ baseUrl: address, token: () => null });
  const { demo } = (await anybody.call(publicConfig)).data;
  const body = { username: demo?.email ?? "", password: demo?.password ?? "" };
  const { token } = await anybody.call(login, { body });
  const client = createClient({ baseUrl: address, token: () => token });
  const [project, ...others] = (await client.call(listProjects)).data;
  const projectId = project?.id ?? 0;
  const reports = (await client.call(listReports, { query: { projectId, limit: 200 } })).data;
  return { client, others, reports };
}

/** Closes the ticket of the failed search and sends runs, as a user of the page would. */
async function expectFlows(client: Client): Promise<void> {
  const { demo } = (await client.call(publicConfig)).data;
  const press = (button: string) => fetch(`${demo?.servicesUrl}/${button}`, { method: "POST" });
  const page = () => servicesPage(client);
  const tickets = async () => {
    const { data: projects } = await client.call(listProjects);
    const params = { projectId: projects[0]?.id ?? 0 };
    const { data: groups } = await client.call(listFailureGroups, { params, query: { timeWindow: "90", limit: 200 } });
    const search = groups.find(({ representativeError }) => representativeError.includes("getByTestId('product')"));
    return (await client.call(listTickets, { params, query: { groupIds: String(search?.id) } })).data;
  };
  await press("jira-issues/10001/close");
  await expect.poll(tickets).toMatchObject([{ state: "closed", quietRuns: 0 }]);
  await press("try/passing");
  await expect.poll(page).toContain("passed again");
  await expect.poll(tickets).toMatchObject([{ state: "closed", quietRuns: 1 }]);
  await press("try/search");
  await expect.poll(page).toMatch(/fails again.*The failure returned in/s);
  await expect.poll(tickets).toMatchObject([{ state: "open", returned: true }]);
  await press("try/pull-request");
  await expect.poll(page).toMatch(/Comment on pull request 481.*also on the base branch/s);
}

test("a server started with --demo fills its demo project once, and a second start adds nothing", async () => {
  await buildDemo(process.execPath);
  const dataDir = mkdtempSync(join(tmpdir(), "plumb-demo-test-"));
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  {
    await using demo = await startDemoServer(dataDir);
    const { client, others, reports } = await signedIn(demo.address);
    expect(demo.output).toContain("complete: 120 runs, 400 tests");
    expect(others).toEqual([]);
    // The additional reports are a run with an empty file, and one that is being replayed.
    expect(reports).toHaveLength(122);
    expect(reports.map(({ number }) => number)).toEqual(reports.map((_, index) => 122 - index));
    const odd = reports.filter(({ status, problemCount }) => status === "running" || problemCount > 0);
    expect(odd).toMatchObject([{ status: "running", testSuite: "Web shop smoke", problemCount: 0 }]);
    const running = odd[0]?.id ?? 0;
    const passed = async () => (await client.call(readReport, { params: { reportId: running } })).data.summary.passed;
    await expect.poll(passed, { timeout: 60_000 }).toBeGreaterThan(0);
    // The first visit starts with few open things.
    expect((await client.call(countUnreadNotifications)).data.unread).toBe(3);

    const report = reports.find(({ testSuite, branch }) => testSuite === "Web shop" && branch === "main");
    const params = { reportId: report?.id ?? 0 };
    const { data: failed } = await client.call(listResults, { params, query: { status: "failed", search: "accents" } });
    const resultId = failed.find(({ variant }) => variant === "chromium")?.id ?? 0;
    const { artifacts } = (await client.call(readResult, { params: { ...params, resultId } })).data;
    expect(artifacts.map(({ kind }) => kind)).toEqual(["screenshot", "screenshot", "trace", "screenshot"]);
    expect(artifacts.filter(({ url }) => url === null)).toEqual([]);

    const ofProject = {
      params: { projectId: report?.projectId ?? 0 },
      query: { timeWindow: "90", limit: 200 },
    } as const;
    const { data: groups } = await client.call(listFailureGroups, ofProject);
    expect(groups.filter(({ decidedBy }) => decidedBy === "person").length).toBeGreaterThan(8);
    const voucher = groups.find(({ representativeError }) => representativeError.includes("order-total"));
    expect(voucher).toMatchObject({ primaryClass: "Application Defect", decidedBy: "person" });
    expect(groups.map(({ state }) => state)).toEqual(expect.arrayContaining(["known", "resolved"]));
    // The night on which the staging environment was down.
    const { data: incidents } = await client.call(listIncidents, { ...ofProject, query: { timeWindow: "90" } });
    const outage = incidents.find(({ name }) => name === "staging.shop.example");
    expect(outage).toMatchObject({ kind: "host", subClass: { code: "E1" }, leftOut: null });
    expect(outage?.tests).toBeGreaterThan(50);
    // Each status of analysis items must occur.
    const ofItems = { params: ofProject.params };
    const { data: items } = await client.call(readAnnotationSummary, ofItems);
    // One of them is the proposal of an agent.
    expect(items.total).toBe(26);
    for (const counts of [items.byStatus, items.byType, items.byPriority])
      expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
    expect([items.overdue, items.unassigned, items.mine].every((count) => count > 0)).toBe(true);
    // Tests have owners, and two flaky tests are quarantined or muted.
    const { data: owners } = await client.call(listOwners, ofItems);
    expect(owners.length).toBeGreaterThan(1);
    const { data: held } = await client.call(listQuarantined, ofItems);
    expect(held.map(({ kind }) => kind)).toEqual(["quarantine", "mute"]);
    // Includes failed uploads with typical problems.
    const { data: health } = await client.call(readUploadHealth, ofItems);
    expect(health.counts.day).toMatchObject({ problems: 1, rejected: 2, duplicate: 1, failed: 0 });
    const { data: rejected } = await client.call(listUploads, { ...ofItems, query: { state: ["rejected"] } });
    expect(rejected.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("The API key Demo data was revoked"),
      expect.stringContaining("console.log"),
    ]);
    // The failed search has a ticket in Jira, and the runs of the last day were announced.
    const { data: tickets } = await client.call(listTickets, { ...ofItems, query: { reportId: report?.id } });
    expect(tickets).toMatchObject([{ connector: "jira", title: expect.stringContaining("accents") as string }]);
    expect(await servicesPage(client)).toMatch(
      /Slack #qa.*Mobile web #\d+ failed.*SHOP-1.*Plumb can send email.*run\.failed/s,
    );
    await triage(demo.address, client, ofItems.params);
    // Each count on a screen must match its list.
    const walked = await walkCounts(client, reports);
    expect(walked.length).toBeGreaterThan(1000);
    expect(walked.filter(({ shown, listed }) => shown !== listed)).toEqual([]);
  }
  await using again = await startDemoServer(dataDir);
  const { client, others, reports } = await signedIn(again.address);
  expect(others).toEqual([]);
  // The replay has started again, in place of the run that the stop interrupted.
  expect(reports).toHaveLength(122);
  // The services have the same addresses and data.
  expect(await servicesPage(client)).toContain("SHOP-1");
  const projectId = reports[0]?.projectId ?? 0;
  const { data: bindings } = await client.call(listBindings, { params: { projectId } });
  const results = [];
  for (const { id } of bindings)
    results.push((await client.call(testBinding, { params: { projectId, bindingId: id } })).data.passed);
  expect(results).toEqual([true, true, true, true]);
  await expectFlows(client);
  // Takes about a minute of CPU time, and longer on a busy machine.
}, 600_000);

/** An agent triages a red run in few calls, and its proposal can be answered. */
async function triage(address: string, client: Client, params: { readonly projectId: number }) {
  const { data: made } = await client.call(createApiKey, {
    params,
    body: { name: "Test agent", scopes: ["read", "triage"] },
  });
  const triaged = await triageWithAgent(address, made.key);
  expect(triaged.calls).toBeLessThan(10);
  // 2,000 tokens have at most as many characters of code, and four times as many of English.
  for (const text of triaged.answers) expect(text.length).toBeLessThan(8000);
  const ofProposal = { params: { annotationId: triaged.itemId } };
  expect((await client.call(readAnnotation, ofProposal)).data).toMatchObject({
    agent: { name: "Test agent" },
    proposedClass: "Environment Issue",
    subject: { groupId: triaged.causeId },
  });
  const dismissed = await client.call(resolveProposal, { ...ofProposal, body: { accept: false } });
  expect(dismissed.data.status).toBe("closed");
}
