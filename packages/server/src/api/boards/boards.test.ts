import { type Board, type BoardDetail, type BoardPin, maxBoards, maxPins } from "@plumb/contract/projects/boards.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { readRows } from "#testing/database.ts";
import { seedPerson } from "#testing/people.ts";
import { junit } from "#testing/reports.ts";

/** Calls of one user. */
function boardsOf(plumb: TestApp, token: string) {
  const request = async (method: "DELETE" | "GET" | "POST" | "PUT", path: string, body?: object) => {
    const response = await call<{ data: unknown }>(plumb, method, `/api/boards${path}`, {
      token,
      ...(body !== undefined && { body }),
    });
    return { status: response.status, data: response.body.data };
  };
  return {
    request,
    list: async () => (await request("GET", "")).data as Board[],
    create: async (name: string, shared = false) => (await request("POST", "", { name, shared })).data as Board,
    read: async (id: number) => (await request("GET", `/${id}`)).data as BoardDetail,
    pin: async (id: number, projectId: number, kind = "state") => {
      const { status, data } = await request("POST", `/${id}/pins`, { projectId, kind });
      return { status, data: data as BoardPin };
    },
  };
}

test("a board has the values of the list of projects, in the order of its pins", async () => {
  await using plumb = await createTestApp();
  const { token, key, projectId } = await seedProject(plumb);
  const { projectId: other } = await seedProject(plumb, "Store");
  await send(plumb, key, { "a.xml": junit([["cart", "adds", "failed"]]) }, { startedAt: "2026-03-01T08:00:00Z" });
  await runJobs(plumb.context);
  const boards = boardsOf(plumb, token);
  const { id } = await boards.create("Web");
  expect(await boards.read(id)).toMatchObject({ name: "Web", own: true, pins: [], projects: [], hiddenPins: 0 });
  const [first, second, third] = [
    (await boards.pin(id, projectId, "passRate")).data,
    (await boards.pin(id, other)).data,
    (await boards.pin(id, projectId, "newCauses")).data,
  ];
  expect((await boards.pin(id, other)).data).toEqual(second);
  const board = await boards.read(id);
  expect(board.pins).toEqual([first, second, third]);
  const states = await call<{ data: BoardDetail["projects"] }>(plumb, "GET", "/api/projects/states", { token });
  expect(board.projects).toEqual(states.body.data);
  expect(board.projects[0]).toMatchObject({ failingSuites: 1, newCauses: 1, current: { passRate: 0 } });

  await boards.request("PUT", `/${id}/pins`, { pinIds: [third.id, 999, first.id] });
  expect((await boards.read(id)).pins).toEqual([third, first, second]);
  await boards.request("DELETE", `/${id}/pins/${first.id}`);
  expect((await boards.read(id)).pins).toEqual([third, second]);
  const again = (await boards.pin(id, projectId, "passRate")).data;
  expect([first.id, second.id, third.id]).not.toContain(again.id);
});

test("each reader of a shared board sees pins of their projects, and only the number of the others", async () => {
  await using plumb = await createTestApp();
  const shop = await seedProject(plumb, "Shop");
  const secret = await seedProject(plumb, "Secret");
  const viewer = await seedPerson(plumb, "viewer", { projectId: shop.projectId, projectRole: "VIEWER" });
  const outsider = await seedPerson(plumb, "outsider");
  const owner = boardsOf(plumb, shop.token);
  const { id } = await owner.create("Everything", true);
  for (const projectId of [secret.projectId, shop.projectId]) await owner.pin(id, projectId);

  const ofViewer = boardsOf(plumb, viewer.token);
  expect(await ofViewer.list()).toMatchObject([{ id, own: false, editable: false, shared: true }]);
  const seen = await ofViewer.read(id);
  expect(seen.pins.map(({ projectId }) => projectId)).toEqual([shop.projectId]);
  expect(seen.projects.map(({ name }) => name)).toEqual(["Shop"]);
  expect(seen.hiddenPins).toBe(1);
  expect(JSON.stringify(seen)).not.toContain("Secret");
  expect(await boardsOf(plumb, outsider.token).read(id)).toMatchObject({ pins: [], projects: [], hiddenPins: 2 });

  // Viewers have boards of their own, but pin only what they may read.
  const own = await ofViewer.create("Mine");
  expect((await ofViewer.pin(own.id, shop.projectId)).status).toBe(200);
  expect((await ofViewer.pin(own.id, secret.projectId)).status).toBe(404);
  expect((await ofViewer.pin(own.id, 999_999)).status).toBe(404);
  expect((await boardsOf(plumb, outsider.token).request("GET", `/${own.id}`)).status).toBe(404);
  expect((await owner.request("GET", `/${own.id}`)).status).toBe(404);
});

test("only the owner changes a board, and administrators a shared one; sharing is in the audit log", async () => {
  await using plumb = await createTestApp();
  const { token: admin, projectId } = await seedProject(plumb);
  const ada = await seedPerson(plumb, "ada", { projectId, projectRole: "USER" });
  const bob = await seedPerson(plumb, "bob", { projectId, projectRole: "LEAD" });
  const [ofAda, ofBob, ofAdmin] = [ada.token, bob.token, admin].map((token) => boardsOf(plumb, token)) as [
    ReturnType<typeof boardsOf>,
    ReturnType<typeof boardsOf>,
    ReturnType<typeof boardsOf>,
  ];
  const { id } = await ofAda.create("Web");
  const changes = (boards: ReturnType<typeof boardsOf>) => [
    () => boards.request("PUT", `/${id}`, { name: "Web" }),
    () => boards.pin(id, projectId),
    () => boards.request("PUT", `/${id}/pins`, { pinIds: [] }),
    () => boards.request("DELETE", `/${id}/pins/1`),
  ];
  const statuses = async (boards: ReturnType<typeof boardsOf>) => {
    const found: number[] = [];
    for (const change of [...changes(boards), () => boards.request("DELETE", `/${id}`)])
      found.push((await change()).status);
    return found;
  };
  expect(await statuses(ofBob)).toEqual([404, 404, 404, 404, 404]);
  expect(await statuses(ofAdmin)).toEqual([404, 404, 404, 404, 404]);
  await ofAda.request("PUT", `/${id}`, { shared: true });
  expect(await statuses(ofBob)).toEqual([403, 403, 403, 403, 403]);
  await ofAda.request("PUT", `/${id}`, { shared: true });
  await ofAda.request("PUT", `/${id}`, { shared: false });
  await ofAda.request("PUT", `/${id}`, { shared: true, name: "Web shop" });
  expect(await statuses(ofAdmin)).toEqual([200, 200, 200, 200, 200]);
  expect((await ofAda.request("GET", `/${id}`)).status).toBe(404);
  const events = await readRows<{ action: string; name: string }>(
    plumb.context.db,
    "select action, target_name as name from audit_event where target_type = 'board' order by id",
  );
  expect(events.map(({ action, name }) => `${action} ${name}`)).toEqual([
    "board.shared Web",
    "board.unshared Web",
    "board.shared Web shop",
    "board.deleted Web",
  ]);
});

test("names, the number of boards and the number of pins have limits", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const boards = boardsOf(plumb, token);
  expect((await boards.request("POST", "", { name: "  " })).status).toBe(400);
  expect((await boards.request("POST", "", { name: "x".repeat(81) })).status).toBe(400);
  const { id } = await boards.create("Web");
  expect((await boards.request("POST", "", { name: "web" })).status).toBe(409);
  for (let count = 1; count < maxBoards; count += 1) await boards.create(`Board ${count}`);
  expect((await boards.request("POST", "", { name: "One more" })).status).toBe(409);
  const projectIds: number[] = [];
  for (let count = 0; count <= maxPins / 7; count += 1)
    projectIds.push((await seedProject(plumb, `Project ${count}`)).projectId);
  const kinds = ["state", "newCauses", "passRate", "reports", "tests", "duration", "flakyTests"];
  const pairs = projectIds.flatMap((projectId) => kinds.map((kind) => [projectId, kind] as const));
  const statuses: number[] = [];
  for (const [projectId, kind] of pairs.slice(0, maxPins + 1))
    statuses.push((await boards.pin(id, projectId, kind)).status);
  expect(statuses).toEqual([...Array.from({ length: maxPins }, () => 200), 409]);
  expect((await boards.read(id)).pins).toHaveLength(maxPins);
});

test("a deleted project takes its pins with it, and is not counted as hidden", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb, "Shop");
  const { projectId: other } = await seedProject(plumb, "Store");
  const boards = boardsOf(plumb, token);
  const { id } = await boards.create("Web", true);
  for (const project of [projectId, other]) await boards.pin(id, project);
  await call(plumb, "DELETE", `/api/projects/${projectId}`, { token, body: { confirm: "Shop" } });
  expect(await boards.read(id)).toMatchObject({ pins: [{ projectId: other }], hiddenPins: 0 });
  await runJobs(plumb.context);
  const [row] = await readRows<{ pins: BoardPin[] }>(plumb.context.db, "select pins from board");
  expect(row?.pins).toEqual([{ id: 2, projectId: other, kind: "state" }]);
});
