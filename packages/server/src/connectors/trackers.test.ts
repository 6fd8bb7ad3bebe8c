import { expect, test } from "vitest";
import { connectors } from "./bindings/registry.ts";
import { ServiceError } from "./service-error.ts";
import { filled, newTicket, screenshot, startTracker, towards, trackers } from "#testing/trackers.ts";

const each = trackers.map((setup) => [setup.name, setup] as const);

test.for(each)("%s: the tests name the account and the project", async ([, setup]) => {
  await using far = await startTracker(setup);
  const tools = { outgoing: towards(far.url), brandName: "Plumb", publicUrl: "https://plumb.example", tester: "ada" };
  const { message, account } = await connectors[setup.id].test(filled(setup.credentials, far.url), tools);
  expect(message).toMatch(/^Signed in as \S/);
  expect(account).toMatch(/^\S+( \S+)*$/);
  expect(await far.tracker.testBinding(far.connection, tools)).toMatch(/^\S.* will be created in \S/);
  expect(far.tracker.bindingName(setup.binding)).not.toBe("");
});

test.for(each)("%s: creates a ticket, and finds it by its mark after a lost response", async ([, setup]) => {
  await using far = await startTracker(setup);
  const { tracker, connection, fake } = far;
  expect(await tracker.findCreated(connection, newTicket.mark)).toBeNull();
  const created = await tracker.create(connection, newTicket);
  expect(created).toMatchObject({ title: newTicket.title, state: "open", assignee: null });
  expect(URL.canParse(created.url)).toBe(true);
  expect(await tracker.findCreated(connection, newTicket.mark)).toEqual(created);
  for (const other of ["plumb:7:other", newTicket.mark.slice(0, -1), newTicket.mark.slice(1)])
    expect(await tracker.findCreated(connection, other)).toBeNull();
  const [stored] = fake.tickets();
  expect(stored?.description).toContain("tests/pay.spec.ts:12:3");
  expect(stored?.description).toContain("https://plumb.example/reports/812");
});

test.for(each)("%s: finds tickets by key, address and title", async ([, setup]) => {
  await using far = await startTracker(setup);
  const { tracker, connection } = far;
  const created = await tracker.create(connection, newTicket);
  await tracker.create(connection, { ...newTicket, title: "Another failure", mark: "plumb:8:1" });
  for (const text of [created.key, created.url, ` ${created.url} `, "timeouterror", "visible #pay"])
    expect(await tracker.find(connection, text)).toEqual([created]);
  for (const text of ["", "  ", "no such words", "https://elsewhere.example/SHOP-1", "'\"\\", "*", "%00"])
    expect(await tracker.find(connection, text)).toEqual([]);
});

test.for(each)(
  "%s: finds and links only tickets in the connected project or repository, and follows one that was moved",
  async ([, setup]) => {
    await using far = await startTracker(setup);
    const { tracker, connection, fake } = far;
    const created = await tracker.create(connection, newTicket);
    expect(await tracker.readOwn(connection, created.id)).toEqual(created);
    const { id, texts } = fake.move();
    for (const text of texts) expect(await tracker.find(connection, text.replace("here", far.url))).toEqual([]);
    expect(await tracker.readOwn(connection, id)).toBeNull();
    expect(await tracker.readOwn(connection, setup.missingId)).toBeNull();
    expect((await tracker.readMany(connection, [id])).get(id)?.title).toBe(newTicket.title);
  },
);

test.for(each)("%s: operators of the query language in a search are words", async ([, setup]) => {
  await using far = await startTracker(setup);
  const { tracker, connection } = far;
  await tracker.create(connection, { ...newTicket, title: "Anything" });
  for (const text of [
    'x" OR project = "SECRET',
    "x' OR 1=1 --",
    "repo:other/secret is:pr",
    '"}){ viewer { apiKey } }',
    "a AND NOT b",
  ])
    expect(await tracker.find(connection, text)).toEqual([]);
});

test.for(each)("%s: reads many tickets in one request, and leaves out those that do not exist", async ([, setup]) => {
  await using far = await startTracker(setup);
  const { tracker, connection, received } = far;
  const first = await tracker.create(connection, newTicket);
  const second = await tracker.create(connection, { ...newTicket, title: "Second", mark: "plumb:8:1" });
  received.length = 0;
  const read = await tracker.readMany(connection, [first.id, setup.missingId, second.id]);
  expect([...read]).toEqual([
    [first.id, first],
    [second.id, second],
  ]);
  // Azure Boards needs a second request for the meaning of the states.
  expect(received.length).toBe(setup.id === "azure-boards" ? 2 : 1);
  expect(await tracker.readMany(connection, [])).toEqual(new Map());
});

test.for(each)("%s: comments on a ticket", async ([, setup]) => {
  await using far = await startTracker(setup);
  const { tracker, connection, fake } = far;
  const { id } = await tracker.create(connection, newTicket);
  await tracker.comment(connection, id, [{ kind: "paragraph", content: ["Failed again in run 813."] }]);
  expect(fake.tickets()[0]?.comments).toHaveLength(1);
  expect(fake.tickets()[0]?.comments[0]).toContain("Failed again in run 813.");
});

const about = (run: number) => {
  const report = { text: `report #${run}`, url: `https://plumb.example/reports/${run}` };
  return [{ kind: "paragraph", content: ["The failure returned in ", report, "."] }] as const;
};

test.for(each)("%s: finds its comment after a lost response, also among many", async ([, setup]) => {
  await using far = await startTracker(setup);
  const { tracker, connection } = far;
  const { id } = await tracker.create(connection, newTicket);
  expect(await tracker.hasComment(connection, id, "https://plumb.example/reports/813")).toBe(false);
  await tracker.comment(connection, id, about(813));
  expect(await tracker.hasComment(connection, id, "https://plumb.example/reports/813")).toBe(true);
  for (const other of ["81", "8130", "3"])
    expect(await tracker.hasComment(connection, id, `https://plumb.example/reports/${other}`)).toBe(false);
  for (let run = 900; run < 960; run += 1) await tracker.comment(connection, id, about(run));
  for (const run of [910, 959])
    expect(await tracker.hasComment(connection, id, `https://plumb.example/reports/${run}`)).toBe(true);
});

test.for(each)("%s: closes and reopens a ticket, also repeatedly", async ([, setup]) => {
  await using far = await startTracker(setup);
  const { tracker, connection, fake } = far;
  const { id } = await tracker.create(connection, newTicket);
  for (const state of ["closed", "closed", "open", "open", "closed"] as const) {
    await tracker.changeState(connection, id, state);
    expect((await tracker.readMany(connection, [id])).get(id)?.state).toBe(state);
    expect(fake.tickets()[0]?.isOpen).toBe(state === "open");
  }
});

test.for(each)("%s: rejects a change of a deleted ticket, without stopping other deliveries", async ([, setup]) => {
  await using far = await startTracker(setup);
  const { tracker, connection, fake } = far;
  const { id } = await tracker.create(connection, newTicket);
  fake.clear();
  for (const change of [
    () => tracker.comment(connection, id, newTicket.description),
    () => tracker.changeState(connection, id, "closed"),
  ]) {
    const error = await change().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ scope: "request" });
    expect(String(error)).toMatch(/deleted/);
  }
});

test.for(each)("%s: cuts a description that is too long, with a sentence about it", async ([, setup]) => {
  await using far = await startTracker(setup);
  const { tracker, connection, fake } = far;
  const text = "😀@user #12 <b> {code} `x`\n".repeat(100_000);
  const long = { ...newTicket, description: [...newTicket.description, { kind: "code", text } as const] };
  const created = await tracker.create(connection, long);
  const [stored] = fake.tickets();
  expect(stored?.description.length).toBeLessThanOrEqual(setup.maxDescription);
  expect(stored?.description).toContain("This text was cut");
  expect(stored?.description.isWellFormed()).toBe(true);
  expect(stored?.description).not.toContain("\ufffd");
  expect(await tracker.findCreated(connection, newTicket.mark)).toEqual(created);
});

test.for(each)("%s: a title is one line within the limit", async ([, setup]) => {
  await using far = await startTracker(setup);
  const { tracker, connection, fake } = far;
  await tracker.create(connection, { ...newTicket, title: `expected\r\n\tred\u001b[31m\0${"😀".repeat(300)}` });
  await tracker.create(connection, { ...newTicket, title: " \n ", mark: "plumb:8:1" });
  const [first, second] = fake.tickets();
  expect(first?.title).toMatch(/^expected red😀+…$/u);
  expect(first?.title.isWellFormed()).toBe(true);
  expect(first?.title.length).toBeLessThanOrEqual(256);
  expect(second?.title).toBe("Untitled failure");
});

test.for(each)("%s: texts of the tracker are stored in a bounded form", async ([, setup]) => {
  await using far = await startTracker(setup);
  const { tracker, connection, fake } = far;
  const { id } = await tracker.create(connection, newTicket);
  // Replaces the title in the response, as a tracker could.
  far.override((request) => {
    const response = fake.respond(request);
    const text = JSON.stringify(response.body ?? "").replaceAll(
      newTicket.title,
      `a\\u0000\\u202e\\n${"😀".repeat(400_000)}`,
    );
    return { ...response, body: text, headers: { "content-type": "application/json" } };
  });
  const title = (await tracker.readMany(connection, [id])).get(id)?.title ?? "";
  expect(title).toMatch(/^a 😀+…$/u);
  expect(title.length).toBeLessThanOrEqual(501);
  expect(title.isWellFormed()).toBe(true);
});

test.for(each.filter(([name]) => /GitHub|GitLab|Linear/.test(name)))(
  "%s: an address that a browser would run is refused",
  async ([, setup]) => {
    await using far = await startTracker(setup);
    const { tracker, connection, fake } = far;
    const { id, url } = await tracker.create(connection, newTicket);
    far.override((request) => {
      const response = fake.respond(request);
      return { ...response, body: JSON.stringify(response.body ?? "").replaceAll(url, "javascript:alert(1)") };
    });
    await expect(tracker.readMany(connection, [id])).rejects.toThrow(/address or id cannot be used/);
  },
);

test.for(each)("%s: finds a created ticket although the clock of this server has jumped", async ([, setup]) => {
  await using far = await startTracker(setup);
  const created = await far.tracker.create(far.connection, newTicket);
  for (const days of [-30, 30]) {
    const connection = { ...far.connection, now: new Date(far.connection.now.getTime() + days * 86_400_000) };
    expect(await far.tracker.findCreated(connection, newTicket.mark)).toEqual(created);
  }
});

test.for(each)("%s: attaches a screenshot, if its API takes files", async ([, setup]) => {
  await using far = await startTracker(setup);
  const { tracker, connection, received } = far;
  // GitHub has no API for files.
  expect(tracker.attachFile === undefined).toBe(setup.id === "github");
  const { id } = await tracker.create(connection, newTicket);
  const before = received.length;
  await tracker.attachFile?.(connection, id, screenshot);
  const sent = received.slice(before);
  const isVisible = sent.some(
    ({ url, body }) => url.endsWith("attachments") || /!\[Screenshot\]|AttachedFile/.test(body),
  );
  expect(isVisible).toBe(setup.id !== "github");
  expect(sent.some(({ body }) => body.includes("PNG"))).toBe(setup.id !== "github");
});
