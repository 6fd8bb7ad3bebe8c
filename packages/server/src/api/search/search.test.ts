import type { Found } from "@plumb/contract/projects/search.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, seedProject, send } from "#testing/app.ts";
import { junit } from "#testing/reports.ts";

async function shop(plumb: Awaited<ReturnType<typeof createTestApp>>, name = "Shop") {
  const { token, key, projectId } = await seedProject(plumb, name);
  let hour = 0;
  return {
    run: async (cases: readonly (readonly [title: string, failure?: string])[], query: object = {}) => {
      hour += 1;
      const startedAt = `2026-03-03T${String(hour).padStart(2, "0")}:00:00Z`;
      const report = junit(cases.map((input) => ["cart", ...input] as never));
      await send(plumb, key, { "a.xml": report }, { build: startedAt, suite: "web", startedAt, ...query });
      await runJobs(plumb.context);
    },
    search: async (q: string) =>
      (
        await call<{ data: Found }>(plumb, "GET", `/api/projects/${projectId}/search?q=${encodeURIComponent(q)}`, {
          token,
        })
      ).body.data,
    own: async (rules: string) => {
      await call(plumb, "PUT", `/api/projects/${projectId}/owner-rules`, { token, body: { rules, version: 0 } });
      await runJobs(plumb.context);
    },
    item: (title: string) =>
      call(plumb, "POST", `/api/annotations/projects/${projectId}/annotations`, {
        token,
        body: { title, message: "Look at the Payment page", type: "issue", priority: "high" },
      }),
  };
}

function titles({ tests }: Found): (string | undefined)[] {
  return tests.map(({ titlePath }) => titlePath.at(-1));
}

test("one search finds reports, tests, causes and items that contain all words, latest first", async () => {
  await using plumb = await createTestApp();
  const { run, search, item } = await shop(plumb);
  const other = await shop(plumb, "Other");
  await other.run([["pays twice", "Payment refused"]], { branch: "payment" });
  await run([["pays with a card", "Payment refused by the bank"], ["ships"]], {
    branch: "Payment-2",
    commit: "abc123",
  });
  await run([["pays by invoice"], ["ships"]], { environment: "prod" });
  await item("Payment is slow");
  expect(await search("PAYMENT")).toMatchObject({
    reports: [{ number: 1, branch: "Payment-2" }],
    tests: [],
    groups: [{ message: "Payment refused by the bank" }],
    items: [{ title: "Payment is slow", status: "open" }],
  });
  expect(titles(await search("pays"))).toEqual(["pays by invoice", "pays with a card"]);
  expect(titles(await search("CARD pays"))).toEqual(["pays with a card"]);
  expect(titles(await search("card ships"))).toEqual([]);
  expect((await search("web prod")).reports.map(({ number }) => number)).toEqual([2]);
  expect((await search("abc1")).reports.map(({ number }) => number)).toEqual([1]);
  expect((await search("#2")).reports.map(({ number }) => number)).toEqual([2]);
  expect((await search("refused bank")).groups).toHaveLength(1);
  expect(await search("nothing of this")).toEqual({ reports: [], tests: [], groups: [], items: [], owners: [] });
});

test("failing tests are first, then those whose title begins with the search", async () => {
  await using plumb = await createTestApp();
  const { run, search } = await shop(plumb);
  for (let times = 0; times < 3; times += 1)
    await run([["applies a voucher"], ["voucher list"], ["rejects an old voucher", "Expected 1, got 2"], ["ships"]]);
  expect(titles(await search("voucher"))).toEqual(["rejects an old voucher", "voucher list", "applies a voucher"]);
});

test("finds owners of tests", async () => {
  await using plumb = await createTestApp();
  const { run, search, own } = await shop(plumb);
  await run([["adds"], ["removes"], ["ships"]]);
  await own("* @checkout-team");
  expect((await search("checkout")).owners).toEqual([{ name: "@checkout-team", tests: 3 }]);
  expect((await search("nobody")).owners).toEqual([]);
});

test("finds tests that were added since the last search, also in other scripts", async () => {
  await using plumb = await createTestApp();
  const { run, search } = await shop(plumb);
  await run([["adds"]]);
  expect((await search("adds")).tests).toHaveLength(1);
  await run([["adds"], ["adds more"], ["Größe ändern 日本"]]);
  expect((await search("adds")).tests).toHaveLength(2);
  expect((await search("größe")).tests).toHaveLength(1);
  expect((await search("日本")).tests).toHaveLength(1);
  // A match does not continue into the next text.
  expect((await search("adds cart")).tests).toHaveLength(2);
});
