import { type Client, createClient } from "@plumb/client/client.ts";
import { updateProfile } from "@plumb/contract/people/profile.ts";
import { createApiKey, revokeApiKey } from "@plumb/contract/projects/api-keys.ts";
import { listNotifications, markNotificationRead } from "@plumb/contract/people/notifications.ts";
import { logout } from "@plumb/contract/people/auth.ts";
import { sendCommits } from "@plumb/contract/runs/commits.ts";
import { commitLimits } from "@plumb/contract/runs/commit-limits.ts";
import { createProject, listProjects, type Project } from "@plumb/contract/projects/projects.ts";
import { listReports } from "@plumb/contract/runs/report-list.ts";
import { createTrendEvent, listTrendEvents } from "@plumb/contract/trends/events.ts";
import { careForTests } from "./care-for-tests.ts";
import { connectServices, createTicket, followAddresses } from "./services/connect.ts";
import type { ServicePorts } from "./services/accounts.ts";
import { projectName, seed, signIn, uploadReport, visitorName } from "./demo-project.ts";
import { decideCauses } from "./decide.ts";
import { noteItems } from "./items.ts";
import { allTests, type SuiteId, suiteNames } from "./history/catalogue.ts";
import { commitHistory } from "./history/commits.ts";
import { demoEvents } from "./history/events.ts";
import { type DemoRun, historyDays, schedule } from "./history/schedule.ts";
import { sendEmptyFile, sendWithOldKey, sendWrongFiles } from "./odd-uploads.ts";
import { proposeAsAgent } from "./propose-as-agent.ts";
import { runQuery } from "./run-query.ts";
import { reportFiles } from "./reports/report-files.ts";
import { untilIdle } from "./until-idle.ts";

/**
 * Completes the demo project through the public API: uploads missing runs, oldest first, with what users and agents did. A complete project is never
 * filled again, even after deletions.
 *
 * @param address Server in demo mode.
 * @param services Ports of the services that the demo talks to; `null` if they could not start.
 * @returns A line for the log.
 */
export async function loadDemo(address: string, services: ServicePorts | null): Promise<string> {
  const client = await signIn(address);
  const line = await completeDemo(address, client, services);
  await client.call(logout);
  return line;
}

/** `loadDemo` with a client that is signed in. */
export async function completeDemo(address: string, client: Client, services: ServicePorts | null): Promise<string> {
  const { project, runs, missing } = await loadHistory(address, client);
  if (services !== null && missing.length > 0) await connectServices(client, project.id, services);
  else if (services !== null) await followAddresses(client, project.id, services);
  if (missing.length > 0) {
    await uploadRuns(address, client, project, missing);
    if (services !== null) await createTicket(client, project.id);
    await untilIdle(client);
    await readNotifications(client);
  }
  const suites = Object.keys(suiteNames) as SuiteId[];
  const tests = suites.reduce((sum, suite) => sum + allTests(suite).length, 0);
  return `The demo project is complete: ${runs.length} runs, ${tests} tests.`;
}

/**
 * Uploads the missing runs before the last night, which cause no notifications, and the users' work on their failures. `--demo` usually restores all
 * this from the prepared demo.
 *
 * @returns All runs of the project, and those that are still missing.
 */
export async function loadHistory(address: string, client: Client) {
  const project = await demoProject(client);
  const runs = schedule(seed, Date.parse(project.createdAt));
  const missing = missingRuns(runs, await receivedRuns(client, project.id));
  const history = missing.filter(({ daysAgo }) => daysAgo > 0);
  if (history.length > 0) {
    await uploadRuns(address, client, project, history);
    await untilIdle(client);
    await decideCauses(client, project.id);
    await noteItems(address, client, project.id);
    await proposeAsAgent(address, client, project.id);
    await careForTests(client, project.id);
    await untilIdle(client);
  }
  return { project, runs, missing: missing.filter(({ daysAgo }) => daysAgo === 0) };
}

/** Marks all notifications of the demo account as read except the latest three comments, which are for its first visitor. */
async function readNotifications(client: Client): Promise<void> {
  const { data } = await client.call(listNotifications, { query: { limit: 100 } });
  const unread = data.filter(({ title }) => title.includes(" commented on ")).slice(0, 3);
  for (const notification of data)
    if (!notification.read && !unread.includes(notification))
      await client.call(markNotificationRead, { params: { notificationId: notification.id } });
}

async function demoProject(client: Client): Promise<Project> {
  const { data: projects } = await client.call(listProjects);
  const existing = projects.find(({ name }) => name === projectName);
  if (existing !== undefined) return existing;
  await client.call(updateProfile, { body: { display_name: visitorName } });
  const body = {
    name: projectName,
    description: "90 days of a made-up outdoor shop: web, API, mobile web and back office",
    type: "playwright",
    settings: { retentionDays: 365 },
  } as const;
  return (await client.call(createProject, { body })).data;
}

const nameOf = ({ build, suite }: { build: string | null; suite: string }) => `${build ?? ""} ${suite}`;

/** Returns the complete uploads as a set of build and suite. */
async function receivedRuns(client: Client, projectId: number): Promise<Set<string>> {
  const received = new Set<string>();
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof reportPage>> = await reportPage(client, projectId, cursor);
    for (const { build, testSuite, status } of page.data) {
      if (status !== "running") received.add(nameOf({ build, suite: testSuite }));
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  return received;
}

function reportPage(client: Client, projectId: number, cursor: string | null) {
  const query = { projectId, limit: 200, ...(cursor === null ? {} : { cursor }) };
  return client.call(listReports, { query });
}

/** Runs are sent in order, so if the newest run exists, nothing is missing. */
function missingRuns(runs: readonly DemoRun[], received: ReadonlySet<string>): DemoRun[] {
  const missing = runs.filter(({ build, suite }) => !received.has(nameOf({ build, suite: suiteNames[suite] })));
  return missing.at(-1) === runs.at(-1) ? missing : [];
}

/** Uploads runs with a key that is revoked afterwards. */
async function uploadRuns(address: string, client: Client, project: Project, runs: readonly DemoRun[]): Promise<void> {
  const params = { projectId: project.id };
  const { data } = await client.call(createApiKey, { params, body: { name: "Demo data" } });
  const pipeline = createClient({ baseUrl: address, token: () => data.key });
  const last = runs.findLast(({ daysAgo }) => daysAgo === 0);
  try {
    await uploadCommits(pipeline, project);
    for (const run of runs) {
      // Sent before the last run, whose existence marks the demo as complete.
      if (run === last) await sendEmptyFile(pipeline, seed, run);
      await uploadRun(pipeline, run);
    }
    if (last !== undefined) await sendWrongFiles(pipeline, seed, last);
    await noteEvents(client, pipeline, project);
  } finally {
    await client.call(revokeApiKey, { params: { ...params, keyId: data.id } });
  }
  if (last !== undefined) await sendWithOldKey(pipeline, seed, last);
}

/** Adds events as deploy scripts would, unless an interrupted start already added them. */
async function noteEvents(client: Client, pipeline: Client, project: Project): Promise<void> {
  const query = { projectId: project.id, timeRange: "1y" } as const;
  const { data: known } = await client.call(listTrendEvents, { query });
  for (const event of demoEvents(schedule(seed, Date.parse(project.createdAt))))
    if (!known.some(({ title }) => title === event.title)) await pipeline.call(createTrendEvent, { body: event });
}

/** Sends the commits as `plumb upload` would. Repeating it changes nothing. */
async function uploadCommits(pipeline: Client, project: Project): Promise<void> {
  const runs = schedule(seed, Date.parse(project.createdAt));
  const newest = (runs.at(-1)?.startedAt ?? 0) - 8 * 3_600_000;
  const commits = commitHistory(seed, newest, runs, historyDays);
  const repository = "https://git.example/shop";
  for (let start = 0; start < commits.length; start += commitLimits.commits)
    await pipeline.call(sendCommits, {
      body: { repository, commits: commits.slice(start, start + commitLimits.commits) },
    });
}

/** Sends one request per machine, as the CI jobs would. */
async function uploadRun(pipeline: Client, run: DemoRun): Promise<void> {
  const query = runQuery(run);
  for (const files of reportFiles(seed, run)) await uploadReport(pipeline, query, files);
}
