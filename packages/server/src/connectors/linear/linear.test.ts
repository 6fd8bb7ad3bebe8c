import { expect, test } from "vitest";
import { createLinearFake } from "#testing/fakes/linear.ts";
import type { FakeReply } from "#testing/fakes/fake-http.ts";
import { startFakeService } from "#testing/fake-service.ts";
import { filled, newTicket, now, screenshot, startTracker, towards, trackerSetup } from "#testing/trackers.ts";
import { linearTracker } from "./tracker.ts";

const setup = trackerSetup("Linear");
const failure = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

async function start() {
  const { state, respond } = createLinearFake(setup.secret);
  const far = await startFakeService(respond);
  const { credentials, binding } = setup;
  const connection = { credentials: filled(credentials, far.url), binding, outgoing: towards(far.url), now };
  return { state, far, connection, [Symbol.asyncDispose]: () => far[Symbol.asyncDispose]() };
}

const error = (message: string, code: string) => ({ errors: [{ message, extensions: { code } }] });

test.for([
  [
    {
      status: 400,
      headers: {
        "x-ratelimit-requests-remaining": "0",
        "x-ratelimit-requests-reset": String(Date.parse("2026-03-04T10:05:00Z")),
        date: "Wed, 04 Mar 2026 10:00:00 GMT",
      },
      body: error("Rate limit exceeded", "RATELIMITED"),
    },
    300_000,
    /too many requests/,
  ],
  [{ status: 400, body: error("Rate limit exceeded", "RATELIMITED") }, 60_000, /too many requests/],
  [{ status: 200, body: error("Rate limit exceeded", "RATELIMITED") }, 60_000, /too many requests/],
  [{ status: 200, body: error("Not authenticated", "AUTHENTICATION_ERROR") }, null, /rejected the API key/],
  [{ status: 401, body: error("no", "X") }, null, /rejected the API key/],
  [{ status: 200, body: error("You need the role admin", "FORBIDDEN") }, null, /The API key may not do this/],
] as const satisfies readonly (readonly [FakeReply, number | null, RegExp])[])(
  "the response %j pauses the destination for %s ms",
  async ([response, retryAfterMs, output]) => {
    await using far = await startTracker(setup);
    far.override(() => response);
    const thrown = await failure(far.tracker.readMany(far.connection, [setup.missingId]));
    expect(thrown).toMatchObject({ scope: "destination", retryAfterMs });
    expect(String(thrown)).toMatch(output);
  },
);

test("an invalid argument rejects only this request", async () => {
  await using far = await startTracker(setup);
  far.override(() => ({ status: 400, body: error("Argument Validation Error: title is too long", "INPUT_ERROR") }));
  expect(await failure(far.tracker.comment(far.connection, setup.missingId, newTicket.description))).toMatchObject({
    scope: "request",
    message: "Linear refused the request: Argument Validation Error: title is too long.",
  });
});

test("a second issue with the same mark is impossible, because Linear uses the id that was chosen", async () => {
  await using input = await start();
  await linearTracker.create(input.connection, newTicket);
  expect(await failure(linearTracker.create(input.connection, newTicket))).toMatchObject({ scope: "request" });
  expect(input.state.issues).toHaveLength(1);
});

test("archived issues are still read, and deleted ones are missing", async () => {
  await using input = await start();
  const { id } = await linearTracker.create(input.connection, newTicket);
  const [issue] = input.state.issues;
  if (issue === undefined) throw new Error("no issue");
  issue.archived = true;
  expect((await linearTracker.readMany(input.connection, [id])).has(id)).toBe(true);
  issue.trashed = true;
  expect(await linearTracker.readMany(input.connection, [id])).toEqual(new Map());
  expect(await linearTracker.find(input.connection, "SHOP-1")).toEqual([]);
  expect(String(await failure(linearTracker.changeState(input.connection, id, "closed")))).toMatch(/was deleted/);
});

test("uses the first completed and the first unstarted state of the team", async () => {
  await using input = await start();
  const { id } = await linearTracker.create(input.connection, newTicket);
  const nameOfState = async () => (await linearTracker.readMany(input.connection, [id])).get(id)?.stateName;
  await linearTracker.changeState(input.connection, id, "closed");
  expect(await nameOfState()).toBe("Done");
  await linearTracker.changeState(input.connection, id, "open");
  expect(await nameOfState()).toBe("Todo");
  input.state.states = input.state.states.filter(({ type }) => type === "started");
  expect(await failure(linearTracker.changeState(input.connection, id, "closed"))).toMatchObject({
    scope: "request",
    message: "The team of SHOP-1 has no completed state in Linear.",
  });
});

test("labels and the priority can be chosen", async () => {
  await using input = await start();
  const fields = await linearTracker.describe(input.connection);
  expect(fields.map(({ id, choices }) => [id, choices[0]?.label])).toEqual([
    ["priority", "Urgent"],
    ["labelIds", "Bug"],
  ]);
  await linearTracker.create(input.connection, { ...newTicket, fields: { priority: "2", labelIds: ["label-1"] } });
  expect(input.state.issues[0]).toMatchObject({ priority: 2, labelIds: ["label-1"] });
});

test("an unknown team is named", async () => {
  await using input = await start();
  const tools = { brandName: "Plumb", publicUrl: "https://plumb.example" };
  const connection = { ...input.connection, binding: { teamKey: "nope" } };
  expect(await failure(linearTracker.testBinding(connection, tools))).toMatchObject({
    scope: "destination",
    message: "Linear has no team NOPE, or this key has no access to it.",
  });
});

test("requests go to the address of the connector, or to Linear's own if there is none", async () => {
  await using input = await start();
  const urls: string[] = [];
  const outgoing: typeof input.connection.outgoing = {
    ...input.connection.outgoing,
    request: (request) => {
      urls.push(request.url);
      return input.connection.outgoing.request({ ...request, url: `${input.far.url}/graphql` });
    },
  };
  for (const apiUrl of ["https://proxy.example/graphql/", ""])
    await linearTracker.describe({
      ...input.connection,
      outgoing,
      credentials: { ...input.connection.credentials, apiUrl },
    });
  expect(urls).toEqual(["https://proxy.example/graphql", "https://api.linear.app/graphql"]);
});

test("the connection to Linear stays intact after an upload that Linear cannot prepare", async () => {
  await using far = await startTracker(setup);
  const { id } = await far.tracker.create(far.connection, newTicket);
  far.override(() => ({ body: { data: { fileUpload: { success: false, uploadFile: null } } } }));
  expect(await failure(far.tracker.attachFile?.(far.connection, id, screenshot) ?? Promise.resolve())).toMatchObject({
    message: "Linear could not prepare the upload.",
    scope: "request",
  });
});
