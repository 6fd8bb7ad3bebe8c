import { expect, test } from "vitest";
import { call, createTestApp, seedProject } from "#testing/app.ts";
import { seedPerson } from "#testing/people.ts";

interface Page {
  readonly data: { id: number; action: string; targetName: string }[];
  readonly nextCursor: number | null;
}

test("audit events are listed newest first, page by page, without gaps", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb, "One");
  await call(plumb, "POST", "/api/projects", { token, body: { name: "Two", description: "Second" } });
  const seen: string[] = [];
  let cursor: number | null = 0;
  while (cursor !== null) {
    const page: { body: Page } = await call<Page>(
      plumb,
      "GET",
      `/api/audit?limit=2${cursor === 0 ? "" : `&cursor=${cursor}`}`,
      { token },
    );
    seen.push(...page.body.data.map(({ action, targetName }) => `${action} ${targetName}`));
    cursor = page.body.nextCursor;
  }
  expect(seen).toEqual([
    "project.created Two",
    "api_key.created CI",
    "project.created One",
    "user.created admin@example.test",
  ]);
});

test("audit events are filtered by actor, action, project and time", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb, "One");
  const noon = plumb.time.now.getTime();
  plumb.time.now = new Date(noon + 3_600_000);
  const ada = await seedPerson(plumb, "ada", { role: "ADMIN" });
  await call(plumb, "PUT", `/api/projects/${projectId}`, { token: ada.token, body: { description: "The shop" } });
  const list = async (query: Record<string, string>) =>
    (await call<Page>(plumb, "GET", `/api/audit?${new URLSearchParams(query).toString()}`, { token })).body.data.map(
      ({ action }) => action,
    );
  const hourLater = plumb.time.now.toISOString();
  const before = ["api_key.created", "project.created", "user.created"];
  expect(await list({})).toEqual(["project.changed", ...before]);
  expect(await list({ actor: "ADA@example.test" })).toEqual(["project.changed"]);
  expect(await list({ actor: "ada" })).toEqual([]);
  expect(await list({ from: hourLater })).toEqual(["project.changed"]);
  expect(await list({ until: hourLater })).toEqual(before);
  expect(await list({ projectId: String(projectId), action: "api_key.created" })).toEqual(["api_key.created"]);
  expect(await list({ projectId: String(projectId + 1) })).toEqual([]);
});

test("a rejected action leaves no audit event", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb, "One");
  await call(plumb, "POST", "/api/projects", { token, body: { name: "one", description: "First" } });
  const { body } = await call<Page>(plumb, "GET", "/api/audit?action=project.created", { token });
  expect(body.data).toHaveLength(1);
});
