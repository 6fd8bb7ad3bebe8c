import type { Annotation } from "@plumb/contract/items/annotations.ts";
import { expect, test } from "vitest";
import { createTestApp } from "#testing/app.ts";
import { runStatement } from "#testing/database.ts";
import { itemsProject } from "#testing/items.ts";

interface Listed {
  readonly annotations: Annotation[];
  readonly total: number;
}

async function searchable() {
  const plumb = await createTestApp();
  const project = await itemsProject(plumb);
  const { ada, ask, projectId } = project;
  const find = async (query: string) => {
    const { data } = (await ask<Listed>(ada, "GET", `projects/${projectId}/annotations?${query}`)).body;
    return { titles: data.annotations.map(({ title }) => title), total: data.total };
  };
  return { ...project, plumb, find, [Symbol.asyncDispose]: () => plumb[Symbol.asyncDispose]() };
}

test("new, edited and tagged items are found by the next search", async () => {
  await using project = await searchable();
  const { ada, ask, create, find } = project;
  const { id } = await create(ada, { title: "Cart is empty" });
  expect(await find("search=cart")).toEqual({ titles: ["Cart is empty"], total: 1 });
  const { revision } = await create(ada, { title: "The cart is slow" });
  expect((await find("search=cart")).total).toBe(2);
  const edited = { title: "Basket is empty", message: "Since Monday", revision };
  expect((await ask(ada, "PUT", `annotations/${id}/edit`, edited)).status).toBe(200);
  expect(await find("search=cart")).toEqual({ titles: ["The cart is slow"], total: 1 });
  expect(await find("search=EMPTY%20basket")).toEqual({ titles: ["Basket is empty"], total: 1 });
  expect((await ask(ada, "PUT", `annotations/${id}/details`, { tags: ["regression"] })).status).toBe(200);
  expect((await find("search=regression")).titles).toEqual(["Basket is empty"]);
  // A phrase does not match across two items.
  expect((await find("search=regression%20slow")).total).toBe(0);
});

test("a word that occurs in thousands of items is counted, filtered, sorted and paged", async () => {
  await using project = await searchable();
  const { find, plumb, projectId } = project;
  await runStatement(
    plumb.context.db,
    `insert into annotation (project_id, title, message, type, priority, status, search_text, created_name, created_at, updated_at, status_at)
     select ${projectId}, title, 'm', 'issue', case when n % 500 = 0 then 'critical' else 'low' end,
            case when n % 2 = 0 then 'open' else 'closed' end, lower(title) || case when n <= 2400 then ' voucher' else '' end, 'Ada',
            timestamptz '2026-01-01Z' + n * interval '1 minute', now(), now()
       from (select n, 'Item ' || lpad(n::text, 4, '0') as title from generate_series(1, 3000) n) made`,
  );
  expect(await find("search=voucher&limit=2")).toEqual({ titles: ["Item 2400", "Item 2399"], total: 2400 });
  expect(await find("search=voucher&limit=2&offset=2398")).toEqual({ titles: ["Item 0002", "Item 0001"], total: 2400 });
  expect(await find("search=voucher&limit=2&offset=2400")).toEqual({ titles: [], total: 2400 });
  const byTitle = "sortBy=title&sortOrder=asc";
  expect((await find(`search=voucher&limit=2&offset=1000&${byTitle}`)).titles).toEqual(["Item 1001", "Item 1002"]);
  expect(await find(`search=voucher&status=open&limit=2&${byTitle}`)).toEqual({
    titles: ["Item 0002", "Item 0004"],
    total: 1200,
  });
  expect(await find("search=voucher&priority=critical&limit=10")).toEqual({
    titles: ["Item 2000", "Item 1500", "Item 1000", "Item 0500"],
    total: 4,
  });
  expect(await find("search=voucher%200007")).toEqual({ titles: ["Item 0007"], total: 1 });
});
