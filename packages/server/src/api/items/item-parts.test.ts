import { expect, test } from "vitest";
import { call, createTestApp, type TestApp } from "#testing/app.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { itemsProject } from "#testing/items.ts";
import { retentionRound } from "#runs/retention.ts";
import type { ItemAttachment, ItemComment, ItemLink } from "@plumb/contract/items/annotation-parts.ts";

test("comments are added, edited and deleted by their author only", async () => {
  await using plumb = await createTestApp();
  const { ada, ben, create, ask, read } = await itemsProject(plumb);
  const item = await create(ada);
  const path = `annotations/${item.id}/comments`;
  const response = await ask<ItemComment>(ben, "POST", path, { body: " Same here \n <b>really</b> " });
  expect(response.body.data).toMatchObject({ by: { id: ben.id }, body: "Same here \n <b>really</b>", editedAt: null });
  const own = `${path}/${response.body.data.id}`;
  expect(await ask(ada, "PUT", own, { body: "No" })).toMatchObject({
    status: 403,
    body: { error: "This comment is by ben@example.test; only they can change or delete it." },
  });
  expect((await ask(ada, "DELETE", own)).status).toBe(403);
  expect((await ask<ItemComment>(ben, "PUT", own, { body: "Not here" })).body.data).toMatchObject({
    body: "Not here",
    editedAt: "2026-03-04T10:00:00.000Z",
  });
  expect(await read(ada, item)).toMatchObject({ comments: 1, revision: 1, discussion: [{ body: "Not here" }] });
  await ask(ben, "DELETE", own);
  expect(await read(ada, item)).toMatchObject({ comments: 0, discussion: [] });
  expect((await ask(ben, "PUT", own, { body: "Again" })).status).toBe(404);
  expect((await ask(ben, "POST", path, { body: "  " })).status).toBe(400);
});

test.for([
  ["http://tracker.example.test/1"],
  ["javascript:alert(1)"],
  ["https://"],
  ["//tracker.example.test"],
  ["data:text/html,x"],
])("%s cannot be a link of an item", async ([url]) => {
  await using plumb = await createTestApp();
  const { ada, create, ask } = await itemsProject(plumb);
  const item = await create(ada);
  const response = await ask(ada, "POST", `annotations/${item.id}/links`, { url });
  expect(response).toMatchObject({ status: 400, body: { error: "Enter a full https address" } });
});

test("links to other pages are added and removed with an entry", async () => {
  await using plumb = await createTestApp();
  const { ada, create, ask, read } = await itemsProject(plumb);
  const item = await create(ada);
  const path = `annotations/${item.id}/links`;
  const link = await ask<ItemLink>(ada, "POST", path, { url: "https://tracker.example.test/SHOP-1", title: "SHOP-1" });
  await ask(ada, "POST", path, { url: "https://tracker.example.test/SHOP-2" });
  expect((await read(ada, item)).links.map(({ title }) => title)).toEqual(["SHOP-1", "tracker.example.test/SHOP-2"]);
  await ask(ada, "DELETE", `${path}/${link.body.data.id}`);
  const { links, history } = await read(ada, item);
  expect(links).toHaveLength(1);
  expect(history.at(-1)).toMatchObject({ kind: "link", from: "SHOP-1", to: null });
});

async function attach(plumb: TestApp, token: string, itemId: number, content: string, name: string, type: string) {
  const form = new FormData();
  form.append("file", new Blob([content], { type }), name);
  const request = new Request("http://plumb.test", { method: "POST", body: form });
  const response = await plumb.app.inject({
    method: "POST",
    url: `/api/annotations/annotations/${itemId}/attachments`,
    headers: { authorization: `Bearer ${token}`, "content-type": request.headers.get("content-type") ?? "" },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json<{ data: ItemAttachment; error?: string }>() };
}

test("files are stored with an item and served like those of reports", async () => {
  await using plumb = await createTestApp();
  const { ada, ben, create, read, ask } = await itemsProject(plumb);
  const item = await create(ada);
  const page = await attach(plumb, ada.token, item.id, "<script>alert(1)</script>", "evil.html", "text/html");
  const note = await attach(plumb, ada.token, item.id, "what I saw", "../../note\r\n.txt", "text/plain");
  expect(note.body.data).toMatchObject({ size: 10, removable: true, by: { id: ada.id } });
  const { files, attachments } = await read(ben, item);
  expect(attachments).toBe(2);
  expect(files.map(({ removable }) => removable)).toEqual([false, false]);
  const served = await plumb.app.inject({ url: files[0]?.url ?? "" });
  expect(served.headers).toMatchObject({
    "content-type": "application/octet-stream",
    "x-content-type-options": "nosniff",
  });
  expect(served.headers["content-security-policy"]).toContain("sandbox");
  expect(served.headers["content-disposition"]).toContain("attachment");
  expect((await plumb.app.inject({ url: files[1]?.url ?? "" })).body).toBe("what I saw");
  // HTML is displayed on the second origin only.
  expect(files[0]?.viewUrl).toContain(":4601/artifacts/");
  expect((await ask(ben, "DELETE", `annotations/${item.id}/attachments/${page.body.data.id}`)).status).toBe(403);
  expect((await attach(plumb, ada.token, item.id, "", "empty.txt", "text/plain")).status).toBe(400);
});

test("a removed file is deleted from disk, unless another item still has it", async () => {
  await using plumb = await createTestApp();
  const { ada, create, ask, projectId } = await itemsProject(plumb);
  const [one, other] = [await create(ada), await create(ada)];
  const retained = await attach(plumb, ada.token, one.id, "shared", "a.txt", "text/plain");
  const copy = await attach(plumb, ada.token, other.id, "shared", "b.txt", "text/plain");
  const alone = await attach(plumb, ada.token, other.id, "alone", "c.txt", "text/plain");
  for (const file of [copy, alone])
    await ask(ada, "DELETE", `annotations/${other.id}/attachments/${file.body.data.id}`);
  const { now } = plumb.time;
  plumb.time.now = new Date(Date.now() + 7_200_000);
  await retentionRound(plumb.context);
  plumb.time.now = now;
  const hashes = await readRows<{ hash: string }>(
    plumb.context.db,
    "select blob_hash as hash from annotation_attachment",
  );
  expect(hashes).toHaveLength(1);
  expect(await plumb.context.blobs.size(projectId, hashes[0]?.hash ?? "")).toBe(6);
  expect((await readRows(plumb.context.db, "select 1 from released_blob")).length).toBe(0);
  expect((await plumb.app.inject({ url: alone.body.data.url })).statusCode).toBe(404);
  expect(retained.status).toBe(200);
});

test("users are notified of relevant changes, and never of their own", async () => {
  await using plumb = await createTestApp();
  const { ada, ben, vera, create, change, ask, told, projectId } = await itemsProject(plumb);
  const item = await create(ada, { assignedTo: ben.id, dueDate: "2026-03-10", message: "See @vera@example.test" });
  await ask(ben, "POST", `annotations/${item.id}/comments`, { body: "I will. @ada@example.test?" });
  await change(ben, item, "status", { status: "resolved", comment: "Fixed" });
  expect(await told(ada)).toMatchObject([
    { title: "ben@example.test mentioned you in “Checkout is slow”", message: "I will. @ada@example.test?" },
    { title: "“Checkout is slow” is now Resolved", message: "ben@example.test changed it from Open. “Fixed”" },
  ]);
  expect(await told(ben)).toMatchObject([
    {
      type: "annotation",
      title: "An analysis item was assigned to you",
      message: "ada@example.test assigned “Checkout is slow” to you.",
      annotationId: item.id,
      actionUrl: `/analysis?annotation=${item.id}&project=${projectId}`,
      metadata: { assignedBy: "ada@example.test", projectName: "Shop", dueDate: "2026-03-10" },
    },
  ]);
  // Mentioned users become watchers.
  expect((await told(vera)).map(({ title }) => title)).toEqual([
    "ada@example.test mentioned you in “Checkout is slow”",
    "ben@example.test commented on “Checkout is slow”",
    "“Checkout is slow” is now Resolved",
  ]);
});

test("a mention of a former member notifies no one, and its text stays", async () => {
  await using plumb = await createTestApp();
  const { admin, ada, ben, vera, create, ask, read, told, projectId } = await itemsProject(plumb);
  const item = await create(ada, { message: "See @vera@example.test" });
  await call(plumb, "DELETE", `/api/projects/${projectId}/members/${vera.id}`, admin);
  const before = (await told(vera)).length;
  const body = "@vera@example.test knows, and so does @ben@example.test";
  expect((await ask(ada, "POST", `annotations/${item.id}/comments`, { body })).status).toBe(200);
  expect(await told(vera)).toHaveLength(before);
  expect(await told(ben)).toMatchObject([{ message: body }]);
  const detail = await read(ben, item);
  expect(detail.message).toBe("See @vera@example.test");
  // Users who lose access to the item stop watching it.
  expect(detail.watchers.map(({ id }) => id)).toEqual([ada.id, ben.id]);
});

test("a user who stopped watching is not notified until they watch again", async () => {
  await using plumb = await createTestApp();
  const { ada, ben, vera, create, ask, change, told, read } = await itemsProject(plumb);
  const item = await create(ada);
  expect((await ask(vera, "PUT", `annotations/${item.id}/watch`, { watching: true })).status).toBe(200);
  expect((await read(vera, item)).watching).toBe(true);
  await ask(ada, "PUT", `annotations/${item.id}/watch`, { watching: false });
  await ask(ada, "POST", `annotations/${item.id}/comments`, { body: "Still on it" });
  await change(ben, item, "status", { status: "closed" });
  expect(await told(ada)).toEqual([]);
  expect(await told(vera)).toHaveLength(2);
  // Users without access to the project get no notification.
  await runStatement(plumb.context.db, `delete from membership where user_id = ${vera.id}`);
  await change(ben, item, "status", { status: "open" });
  expect(await told(vera)).toHaveLength(2);
});
