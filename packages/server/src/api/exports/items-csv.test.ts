import { expect, test } from "vitest";
import { call, createTestApp, seedProject } from "#testing/app.ts";

interface Items {
  readonly data: {
    readonly annotations: readonly { readonly id: number; readonly title: string }[];
    readonly total: number;
  };
}

const linesOf = (payload: string) => payload.trimEnd().split("\r\n");

test("the CSV of items has the filters and order of the list, also through a link", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const path = `/api/annotations/projects/${projectId}/annotations`;
  const items = [
    { title: "=HYPERLINK(0)", type: "issue", priority: "high", tags: ["cart", "web"] },
    { title: "Voucher, again", type: "note", priority: "low", tags: ["cart"] },
    { title: "Search is slow", type: "issue", priority: "low", tags: [] },
  ];
  for (const item of items)
    expect((await call(plumb, "POST", path, { token, body: { message: "Text", ...item } })).status).toBe(200);
  const headers = { authorization: `Bearer ${token}` };
  const csv = async (query: string) =>
    linesOf((await plumb.app.inject({ url: `${path}/csv?${query}`, headers })).payload);

  for (const query of [
    "",
    "type=issue",
    "search=cart&sortBy=title&sortOrder=asc",
    "creator=me&priority=low",
    "assignee=me",
  ]) {
    const { body } = await call<Items>(plumb, "GET", `${path}?limit=100&${query}`, { token });
    const [header, ...rows] = await csv(query);
    expect(header).toMatch(/^\u{FEFF}id,title,message,type,priority,status,/u);
    expect(rows.map((row) => Number(row.split(",")[0]))).toEqual(body.data.annotations.map(({ id }) => id));
    expect(rows).toHaveLength(body.data.total);
  }
  const all = (await csv("sortOrder=asc")).join("\n");
  expect(all).toContain("'=HYPERLINK(0)");
  expect(all).toContain('"Voucher, again"');
  expect(all).toContain('"cart, web"');

  const link = await call<{ data: { url: string } }>(plumb, "GET", `${path}/csv/link?creator=me&type=issue`, { token });
  const linked = await plumb.app.inject(link.body.data.url);
  expect(linked.headers["content-disposition"]).toContain("items");
  expect(linesOf(linked.payload)).toEqual(await csv("creator=me&type=issue"));
});
