import type { Binding } from "@plumb/contract/integrations/bindings.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { sumUpMessages } from "#senders/rules/sum-up.ts";
import { call, createTestApp, send, type TestApp } from "#testing/app.ts";
import { runStatement } from "#testing/database.ts";
import { later } from "#testing/outbox.ts";
import { junit } from "#testing/reports.ts";
import { type RuleProject, startRules, titles } from "#testing/rule-project.ts";
import { announceWriter } from "#store/writer.ts";

const texts = ({ state }: RuleProject) => state.posts.map(({ text }) => text);
const isOn = (branch: string) => ({ conditions: { branch: [branch] }, maxPerHour: 100 });
const threads = ({ state }: RuleProject) =>
  state.posts.map(({ thread }) => state.posts.findIndex(({ id }) => id === thread));

/** Sends the parts of one build, one after another. */
async function uploadParts(plumb: TestApp, project: RuleProject, build: string, parts: readonly string[]) {
  later(plumb, 60);
  for (const part of parts) await project.upload(part, build);
}

test("a cause that was first seen on a branch is new when it arrives on main", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  const rule = { events: ["cause.new", "cause.returned"], ...isOn("main") };
  await project.addRule(rule);
  await project.run("b1", {}, { branch: "main" });
  await project.run("b2", { pays: "Error: no voucher" }, { branch: "feature/x" });
  expect(titles(project)).toEqual([]);
  await project.run("b3", { pays: "Error: no voucher" }, { branch: "main" });
  expect(titles(project)).toEqual(["“pays” fails: no voucher"]);
  await project.run("b4", { pays: "Error: no voucher" }, { branch: "main" });
  await project.run("b5", {}, { branch: "main" });
  await project.run("b6", { pays: "Error: no voucher" }, { branch: "main" });
  expect(titles(project)).toEqual(["“pays” fails: no voucher", "“pays” fails again: no voucher"]);
  const preview = await project.preview(rule);
  expect(preview.latest.map(({ title }) => title).toReversed()).toEqual(titles(project));
  // Every condition of runs counts, not only the branch.
  for (const conditions of [{ environment: ["stage"] }, { suite: ["web"] }, { tag: ["nightly"] }])
    expect(await project.preview({ ...rule, conditions })).toMatchObject({ total: 0 });
});

test("whether a cause is new depends on the tags, too", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  const rule = { events: ["cause.new"], conditions: { tag: ["nightly"] }, maxPerHour: 100 };
  await project.addRule(rule);
  await project.run("b1", { pays: "Error: no voucher" }, { tag: "smoke" });
  await project.run("b2", {}, { tag: "smoke" });
  await project.run("b3", { pays: "Error: no voucher" }, { tag: "nightly" });
  await project.run("b4", {}, { tag: "nightly" });
  await project.run("b5", { pays: "Error: no voucher" }, { tag: "nightly" });
  expect(titles(project)).toEqual(["“pays” fails: no voucher"]);
  expect(await project.preview(rule)).toMatchObject({ total: 1 });
});

test("a cause that is known on main is not announced again for a new branch", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await project.addRule({ events: ["cause.new", "cause.returned"], maxPerHour: 100 });
  await project.run("b1", { pays: "Error: no voucher" }, { branch: "main" });
  await project.run("b2", { pays: "Error: no voucher" }, { branch: "feature/x" });
  expect(titles(project)).toEqual(["“pays” fails: no voucher"]);
});

const shards = (failing: readonly number[]) =>
  [1, 2, 3, 4, 5].map((shard) =>
    junit([
      [
        "cart",
        `adds ${shard}`,
        ...(failing.includes(shard) ? [`Error: item ${"abcdefg"[shard]} is missing`] : []),
      ] as never,
    ]),
  );

test("the parts of a build are one message in a channel that can edit, and its last count is right", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb, undefined, "bot");
  await project.addRule({ events: ["run.failed", "cause.new"], maxPerHour: 1 });
  await uploadParts(plumb, project, "b1", shards([1, 3, 5]));
  expect(titles(project)).toEqual(["api #1 failed: 3 failures"]);
  expect(project.state.posts[0]?.edits).toBe(2);
  expect(texts(project)[0]).toContain("“adds 5” fails");
  // A part without failures causes no edit.
  await project.upload(junit([["cart", "adds 6"]]), "b1");
  expect(project.state.posts).toMatchObject([{ edits: 2 }]);
});

test("the parts of a build are one message in other channels, and a second one if the run turns red", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await project.addRule({ events: ["run.finished"], maxPerHour: 100 });
  await uploadParts(plumb, project, "b1", shards([2, 3, 5]));
  expect(titles(project)).toEqual(["api #1 passed", "api #1 failed: 1 failure"]);
});

test("a run that turns red after it had passed is a new message, and the earlier one is corrected", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb, undefined, "bot");
  await project.addRule({ events: ["run.finished", "run.failed"], maxPerHour: 100 });
  await uploadParts(plumb, project, "b1", shards([2, 3, 5]));
  expect(titles(project)).toEqual(["api #1: more results arrived", "api #1 failed: 3 failures"]);
});

test("a message that a run recovered is corrected if a later part fails", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb, undefined, "bot");
  await project.addRule({ events: ["run.recovered"], maxPerHour: 100 });
  await project.run("b0", { pays: "Error: no" });
  await uploadParts(plumb, project, "b1", shards([2, 5]));
  expect(titles(project)).toEqual(["api #2 failed: 2 failures"]);
});

test("a message that was deleted in the channel does not stop later messages", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb, undefined, "bot");
  await project.addRule({ events: ["run.failed"], maxPerHour: 100 });
  const [first = "", second = ""] = shards([1, 2]);
  await uploadParts(plumb, project, "b1", [first]);
  project.state.posts.splice(0);
  await project.upload(second, "b1");
  await project.run("b2", { pays: "Error: no" });
  expect(titles(project)).toEqual(["api #2 failed: 1 failure"]);
});

const many = Array.from({ length: 30 }, (_, index) => index);
const letters = (index: number) => `${"abcdefghij"[index % 10]}${"klm"[Math.floor(index / 10)]}`.repeat(4);
const manyCauses = junit(
  many.map((index) => ["cart", `test ${letters(index)}`, `Error: ${letters(index)} broke ${letters(index)}`] as const),
);

test("many new causes of a run are one message with a list of ten", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb, undefined, "bot");
  const rule = { events: ["cause.new", "cause.returned", "cause.fixed"], maxPerHour: 100 };
  await project.addRule(rule);
  later(plumb, 60);
  await project.upload(manyCauses, "b1");
  expect(titles(project)).toEqual(["api #1: 30 new causes"]);
  const [text = ""] = texts(project);
  expect(text.match(/• New: /g)).toHaveLength(10);
  expect(text).toContain("and 20 more causes");
  later(plumb, 60);
  await project.upload(junit(many.map((index) => ["cart", `test ${letters(index)}`] as const)), "b2");
  expect(titles(project)[1]).toBe("api #2: 30 causes were fixed");
  // In the thread of the message that announced them, and not in the channel.
  expect(threads(project)).toEqual([-1, 0]);
  expect(project.state.posts[1]?.broadcast).toBe(false);
  expect(await project.preview(rule)).toMatchObject({ total: 2 });
});

test("a failed run with new causes is one message, which lists them", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await project.addRule({ events: ["run.failed", "cause.new"], maxPerHour: 100 });
  await project.run("b1", { pays: "ReferenceError: applyVoucher is not defined" });
  expect(titles(project)).toEqual(["api #1 failed: 1 failure"]);
  expect(texts(project)[0]).toContain("New: <");
  expect(texts(project)[0]).toContain("“pays” fails: applyVoucher is not defined");
});

test("a cause that returned is a reply in its thread that also appears in the channel", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb, undefined, "bot");
  await project.addRule({ events: ["cause.new", "cause.returned", "cause.fixed"], maxPerHour: 100 });
  await project.run("b1", { pays: "Error: no" });
  await project.run("b2", {});
  await project.run("b3", { pays: "Error: no" });
  expect(titles(project)).toEqual(["“pays” fails: no", "“pays” passes again, was: no", "“pays” fails again: no"]);
  expect(threads(project)).toEqual([-1, 0, 0]);
  expect(project.state.posts.map(({ broadcast }) => broadcast)).toEqual([false, false, true]);
});

test("a red run whose causes are all known lists them, with their start and owner", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await project.addRule({ events: ["run.failed"], maxPerHour: 100 });
  await project.run("b1", {}, { branch: "main" });
  await project.run("b2", { pays: "Error: no voucher" }, { branch: "main" });
  await runStatement(plumb.context.db, "update test set owner_hand = '@checkout'");
  await project.run("b3", { pays: "Error: no voucher" }, { branch: "main" });
  await project.run("b4", { pays: "Error: no voucher" }, { branch: "main" });
  expect(titles(project).at(-1)).toBe("api #4 failed: 1 failure, none new");
  const text = texts(project).at(-1) ?? "";
  expect(text).toMatch(
    /“pays” fails: no voucher>\. all › cart › pays\. Broke in <http[^|]+\/reports\/\d+\|#2> · Owner: @checkout/,
  );
  expect(text).not.toContain("Not listed");
});

test("what began and ended in quiet hours is reported as ended", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  const quiet = { timeZone: "UTC", from: 0, until: 0, weekends: true };
  // Saturday.
  plumb.time.now = new Date("2026-03-07T10:00:00Z");
  await project.addRule({
    events: ["run.failed", "run.recovered", "cause.new", "cause.fixed"],
    quiet,
    maxPerHour: 100,
  });
  await project.run("b1", { pays: "Error: no" }, { suite: "web" });
  await project.run("b2", { pays: "Error: no" });
  await project.run("b3", { pays: "Error: no" });
  expect(titles(project)).toEqual([]);
  await project.run("b4", {});
  later(plumb, 2 * 24 * 3600);
  await sumUpMessages(plumb.context, AbortSignal.timeout(60_000));
  await runJobs(plumb.context);
  expect(titles(project)).toEqual(["5 messages were held back: 1 still open, 1 ended"]);
  const [text = ""] = texts(project);
  expect(text.indexOf("Still open")).toBeLessThan(text.indexOf("web #1 failed: 1 failure"));
  expect(text.indexOf("Ended")).toBeLessThan(text.indexOf("api #3 failed: 1 failure"));
});

test("if everything has ended after quiet hours, the message is not red", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  plumb.time.now = new Date("2026-03-07T10:00:00Z");
  const quiet = { timeZone: "UTC", from: 0, until: 0, weekends: true };
  await project.addRule({ events: ["cause.new", "cause.fixed"], quiet, maxPerHour: 100 });
  await project.run("b1", { pays: "Error: no", adds: "TypeError: cart is undefined" });
  await project.run("b2", {});
  later(plumb, 2 * 24 * 3600);
  await sumUpMessages(plumb.context, AbortSignal.timeout(60_000));
  await runJobs(plumb.context);
  expect(titles(project)).toEqual(["2 messages were held back: 1 ended, nothing is open"]);
});

const hash = (digit: number) => String(digit).repeat(40);
const withFile = (failure: string) =>
  `<testsuites><testsuite name="all"><testcase classname="cart" name="pays" file="e2e/pay.spec.ts" time="0.5">${failure}</testcase></testsuite></testsuites>`;

test("a message about a cause contains the test with its line, and how it began", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await project.addRule({ events: ["cause.new"], maxPerHour: 100 });
  const commits = [1, 2].map((digit) => ({
    hash: hash(digit),
    parents: digit === 1 ? [] : [hash(1)],
    author: "Ada Okafor",
    authoredAt: "2026-03-04T09:00:00Z",
    committedAt: "2026-03-04T09:00:00Z",
    subject: "Let vouchers be combined",
    files: ["e2e/pay.spec.ts"],
    fileCount: 1,
  }));
  const sent = await call(plumb, "POST", "/api/ingest/commits", { token: project.key, body: { commits } });
  expect(sent.status).toBe(200);
  later(plumb, 60);
  await project.upload(withFile(""), "b1", { branch: "main", commit: hash(1) });
  await runStatement(plumb.context.db, "update test set owner_hand = '@checkout'");
  later(plumb, 60);
  const error = "ReferenceError: applyVoucher is not defined&#10;    at /builds/shop/e2e/pay.spec.ts:41:9";
  await project.upload(
    withFile(`<failure message="ReferenceError: applyVoucher is not defined">${error}</failure>`),
    "b2",
    { branch: "main", commit: hash(2) },
  );
  expect(titles(project)).toEqual(["“pays” fails: applyVoucher is not defined"]);
  expect(texts(project)[0]).toMatch(
    /all › cart › pays \(e2e\/pay\.spec\.ts:41\)\. Broke in <http[^|]+\|#2> · “Let vouchers be combined” by Ada Okafor · Owner: @checkout/,
  );
});

test("a message mentions the group of one owner, only if the connection names it", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await project.run("b0", {});
  await runStatement(plumb.context.db, "update test set owner_hand = 'Checkout <!channel> <!subteam^S099XY9ZZ>'");
  const rule = { events: ["cause.new"], maxPerHour: 100 };
  await project.addRule(rule);
  const { token, base } = project;
  const bindings = await call<{ data: Binding[] }>(plumb, "GET", `${base}/bindings`, { token });
  const path = `${base}/bindings/${bindings.body.data[0]?.id}`;
  const set = (mentions: string) => call(plumb, "PUT", path, { token, body: { values: { channel: "#qa", mentions } } });
  await project.run("b1", { pays: "Error: no" });
  expect(texts(project)[0]).not.toMatch(/<!/);
  for (const wrong of ["@checkout", "@checkout = here", "= S012AB3CD", "@checkout = <!channel>"])
    expect(await set(wrong)).toMatchObject({ status: 400 });
  await runStatement(plumb.context.db, "update test set owner_hand = '@Checkout'");
  expect(await set("@pay = S045EF6GH, checkout = S012AB3CD")).toMatchObject({ status: 200 });
  project.state.posts.splice(0);
  await project.run("b2", { adds: "TypeError: cart is undefined" });
  expect(texts(project)[0]?.match(/<!subteam\^\w+>/g)).toEqual(["<!subteam^S012AB3CD>"]);
  const preview = await project.preview({ ...rule, bindingId: bindings.body.data[0]?.id });
  expect(JSON.stringify(preview.latest[0]?.content)).toContain("<!subteam^S012AB3CD>");
});

test("two servers share the hourly limit of a rule", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await using writer = await announceWriter(plumb.database);
  await project.addRule({ events: ["run.finished"], maxPerHour: 2 });
  later(plumb, 60);
  for (const build of ["b1", "b2", "b3", "b4", "b5"])
    await send(plumb, project.key, { "a.xml": junit([["cart", "adds"]]) }, { build, suite: "api" });
  for (let round = 0; round < 10; round += 1) {
    later(plumb, 1);
    await Promise.all([runJobs(plumb.context), runJobs({ ...plumb.context, writer })]);
  }
  expect(titles(project)).toHaveLength(2);
});
