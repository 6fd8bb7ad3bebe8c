import { expect, test } from "vitest";
import { createAzureFake } from "#testing/fakes/azure.ts";
import { createTokenFake } from "#testing/fakes/token-endpoint.ts";
import { startFakeService } from "#testing/fake-service.ts";
import { filled, newTicket, now, startTracker, towards, trackerSetup } from "#testing/trackers.ts";
import { entraScope, signInToAzure } from "./api.ts";
import { azureTracker } from "./tracker.ts";

const setup = trackerSetup("Azure Boards");
const failure = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

async function start(binding: Readonly<Record<string, string>> = setup.binding) {
  const { state, respond } = createAzureFake(setup.secret, () => now);
  const far = await startFakeService(respond);
  const connection = { credentials: filled(setup.credentials, far.url), binding, outgoing: towards(far.url), now };
  return { state, far, connection, [Symbol.asyncDispose]: () => far[Symbol.asyncDispose]() };
}

test("writes the text to the field that the type shows, and to no other", async () => {
  const [repro, description] = ["Microsoft.VSTS.TCM.ReproSteps", "System.Description"];
  for (const [workItemType, visible, hidden] of [
    ["Bug", repro, description],
    ["Task", description, repro],
  ] as const) {
    await using input = await start({ project: "My Shop", workItemType });
    const created = await azureTracker.create(input.connection, newTicket);
    const fields = input.state.items[0]?.fields ?? {};
    expect(String(fields[visible])).toContain("pay.spec.ts:12:3");
    expect(fields[hidden]).toBeUndefined();
    expect(await azureTracker.findCreated(input.connection, newTicket.mark)).toEqual(created);
  }
});

test("reads required fields, with their types and allowed values", async () => {
  await using input = await start();
  input.state.types.get("Bug")?.push(
    {
      referenceName: "Custom.Environment",
      name: "Environment",
      type: "string",
      alwaysRequired: true,
      allowedValues: ["EU", "US"],
    },
    { referenceName: "Custom.Build", name: "Build", type: "integer", alwaysRequired: true },
    { referenceName: "Custom.Impact", name: "Impact", type: "html", alwaysRequired: true },
    { referenceName: "Custom.Blocks", name: "Blocks release", type: "boolean", alwaysRequired: true },
    { referenceName: "Custom.Team", name: "Team", type: "string", alwaysRequired: true, defaultValue: "Shop" },
  );
  const fields = await azureTracker.describe(input.connection);
  expect(fields.map(({ id, kind, required }) => [id, kind, required])).toEqual([
    ["choice:Custom.Environment", "choice", true],
    ["number:Custom.Build", "number", true],
    ["html:Custom.Impact", "text", true],
    ["boolean:Custom.Blocks", "choice", true],
  ]);
  expect(String(await failure(azureTracker.create(input.connection, newTicket)))).toMatch(
    "Azure DevOps refused the request (HTTP 400): TF401320: Rule Error for field Environment. Error code: Required, InvalidEmpty.",
  );
  const values = {
    "choice:Custom.Environment": "EU",
    "number:Custom.Build": "12",
    "html:Custom.Impact": "<img src=x> & more",
    "boolean:Custom.Blocks": "true",
  };
  await azureTracker.create(input.connection, { ...newTicket, fields: values });
  expect(input.state.items[0]?.fields).toMatchObject({
    "System.AreaPath": "My Shop\\Checkout",
    "Custom.Environment": "EU",
    "Custom.Build": 12,
    "Custom.Impact": "<p>&lt;img src=x&gt; &amp; more</p>",
    "Custom.Blocks": true,
  });
});

test("no field of the form replaces the title, the text or the area", async () => {
  await using input = await start();
  const fields = {
    "string:System.Title": "Another title",
    "string:System.AreaPath": "Payroll",
    "string:Microsoft.VSTS.TCM.ReproSteps": "<img src=x>",
  };
  const created = await azureTracker.create(input.connection, { ...newTicket, fields });
  expect(input.state.items[0]?.fields).toMatchObject({
    "System.Title": newTicket.title,
    "System.AreaPath": "My Shop\\Checkout",
  });
  expect(await azureTracker.findCreated(input.connection, newTicket.mark)).toEqual(created);
});

test("required fields that cannot be filled are named", async () => {
  await using input = await start();
  input.state.types.get("Bug")?.push({
    referenceName: "Custom.Approver",
    name: "Approver",
    type: "string",
    isIdentity: true,
    alwaysRequired: true,
  });
  expect(await failure(azureTracker.describe(input.connection))).toMatchObject({
    scope: "request",
    message:
      "Azure DevOps requires fields for new work items of type Bug that cannot be filled from here: Approver. In the process, make them optional or give them a default value, or choose another work item type.",
  });
});

test("a resolved work item is closed, and a state that a rule forbids is skipped", async () => {
  await using input = await start();
  const { id } = await azureTracker.create(input.connection, newTicket);
  input.state.forbidden.add("Closed");
  await azureTracker.changeState(input.connection, id, "closed");
  expect((await azureTracker.readMany(input.connection, [id])).get(id)).toMatchObject({
    state: "closed",
    stateName: "Resolved",
  });
  input.state.forbidden.add("New").add("Active");
  expect(await failure(azureTracker.changeState(input.connection, id, "open"))).toMatchObject({
    scope: "request",
    message:
      "Azure DevOps refused the request (HTTP 400): TF401320: Rule Error for field State. Error code: LimitedToValues, InvalidListValue.",
  });
});

test("states have the meaning of their category, not of their name", async () => {
  await using input = await start();
  input.state.states = [
    { name: "Ideas", category: "Proposed" },
    { name: "Shipped", category: "Completed" },
  ];
  const { id } = await azureTracker.create(input.connection, newTicket);
  await azureTracker.changeState(input.connection, id, "closed");
  expect((await azureTracker.readMany(input.connection, [id])).get(id)).toMatchObject({
    state: "closed",
    stateName: "Shipped",
  });
});

test("finds a created work item behind many newer ones", async () => {
  await using input = await start();
  const created = await azureTracker.create(input.connection, newTicket);
  for (let index = 0; index < 60; index += 1)
    await azureTracker.create(input.connection, { ...newTicket, mark: `plumb:other:${index}` });
  expect(await azureTracker.findCreated(input.connection, newTicket.mark)).toEqual(created);
});

test("a redirect to the sign-in page means that the token was rejected", async () => {
  const location = "https://spsprodweu1.vssps.visualstudio.com/_signin?realm=dev.azure.com";
  await using far = await startFakeService(() => ({ status: 302, headers: { location } }));
  const credentials = filled(setup.credentials, far.url);
  const connection = { credentials, binding: setup.binding, outgoing: towards(far.url), now };
  expect(await failure(azureTracker.readMany(connection, ["1"]))).toMatchObject({
    scope: "destination",
    message: "Azure DevOps rejected the access token.",
  });
});

test("the project and the work item type are tested", async () => {
  await using input = await start();
  const tools = { brandName: "Plumb", publicUrl: "https://plumb.example" };
  const testBinding = async (binding: Record<string, string>) =>
    String(await failure(azureTracker.testBinding({ ...input.connection, binding }, tools)));
  expect(await testBinding({ project: "None", workItemType: "Bug" })).toMatch("Azure DevOps has no project None");
  expect(await testBinding({ project: "My Shop", workItemType: "Issue" })).toMatch("has no work item type Issue");
  expect(await testBinding({ project: "My Shop", workItemType: "Task" })).toBe(
    "Work items of type Task will be created in My Shop.",
  );
});

test("an application in Microsoft Entra creates a work item with an access token, which is used again", async () => {
  const tokens = createTokenFake({ clientId: "plumb", clientSecret: "secret-1", scope: entraScope });
  const boards = createAzureFake(setup.secret, () => now);
  await using far = await startFakeService((request) => {
    if (request.url === "/token") return tokens.respond(request);
    const isKnown = tokens.state.tokens.has(request.headers.authorization?.replace(/^Bearer /, "") ?? "");
    const authorization = isKnown ? `Basic ${Buffer.from(`:${setup.secret}`).toString("base64")}` : "";
    return boards.respond({ ...request, headers: { ...request.headers, authorization } });
  });
  const values = {
    ...filled(setup.credentials, far.url),
    authentication: "application",
    token: "",
    tokenUrl: `${far.url}/token`,
    clientId: "plumb",
    clientSecret: "secret-1",
  };
  const outgoing = towards(far.url);
  const create = async () => {
    const credentials = await signInToAzure(values, { outgoing });
    return azureTracker.create({ credentials, binding: setup.binding, outgoing, now }, newTicket);
  };
  await create();
  await create();
  expect(boards.state.items).toHaveLength(2);
  expect(tokens.state.tokens.size).toBe(1);
  // A refused token is replaced at the next attempt.
  tokens.state.tokens.clear();
  expect(String(await failure(create()))).toMatch("Azure DevOps rejected the access token.");
  await create();
  await expect(signInToAzure({ ...values, authentication: "token" }, { outgoing })).rejects.toThrow(
    "Enter the personal access token.",
  );
});

test.for([
  [401, {}],
  [203, {}],
  [302, { location: "https://spsprod.vssps.visualstudio.com/_signin" }],
] as const)("an expired token is named, with HTTP %i", async ([status, more]) => {
  // As in https://github.com/microsoft/azure-pipelines-agent/issues/1559
  const error = "Access%20Denied%3A%20The%20Personal%20Access%20Token%20used%20has%20expired.";
  await using far = await startTracker(trackerSetup("Azure Boards"));
  far.override(() => ({ status, headers: { ...more, "x-tfs-serviceerror": error }, body: "<html>" }));
  await expect(far.tracker.find(far.connection, "timeout")).rejects.toThrow(
    "Azure DevOps rejected the access token. It has expired: create a new one.",
  );
});
