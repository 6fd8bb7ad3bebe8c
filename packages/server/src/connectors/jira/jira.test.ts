import { expect, test } from "vitest";
import { createJiraFake } from "#testing/fakes/jira.ts";
import type { FakeTransition } from "#testing/fakes/jira-state.ts";
import { startFakeService } from "#testing/fake-service.ts";
import { refuseUnpublished } from "#testing/published-apis.ts";
import { filled, newTicket, now, startTracker, towards, trackerSetup } from "#testing/trackers.ts";
import { jiraTracker } from "./tracker.ts";

const failure = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);
const deployments = [true, false].map((isCloud) => [isCloud ? "Jira Cloud" : "Jira Data Center", isCloud] as const);

async function start(isCloud = true) {
  const setup = trackerSetup(isCloud ? "Jira Cloud" : "Jira Data Center");
  const basic = Buffer.from(`ada@example.test:${setup.secret}`).toString("base64");
  const { state, respond } = createJiraFake({
    isCloud,
    authorization: isCloud ? `Basic ${basic}` : `Bearer ${setup.secret}`,
  });
  const vendor = isCloud ? "jira-cloud" : "jira-data-center";
  const far = await startFakeService((request) => refuseUnpublished(vendor, request) ?? respond(request));
  const connection = {
    credentials: filled(setup.credentials, far.url),
    binding: setup.binding,
    outgoing: towards(far.url),
    now,
  };
  return { state, far, connection, [Symbol.asyncDispose]: () => far[Symbol.asyncDispose]() };
}

test.for(deployments)("%s: a resolution such as Won't Do is no fix", async ([, isCloud]) => {
  await using input = await start(isCloud);
  const { id } = await jiraTracker.create(input.connection, newTicket);
  const issue = input.state.issues[0];
  const read = async (resolution: string | null, category = "done") => {
    if (issue !== undefined) Object.assign(issue, { resolution, status: { name: "Done", category } });
    return (await jiraTracker.readMany(input.connection, [id])).get(id);
  };
  expect(await read("Won't Do")).toMatchObject({ state: "closed", stateName: "Done (Won't Do)", withoutFix: true });
  expect(await read("Fixed")).toMatchObject({ state: "closed", stateName: "Done", withoutFix: false });
  expect(await read(null, "new")).toMatchObject({ state: "open", withoutFix: false });
});

const custom = (fieldId: string, name: string, schema: object, more: object = {}) => ({
  fieldId,
  name,
  required: true,
  schema,
  ...more,
});
const options = [
  { id: "1", value: "Staging", children: [{ id: "11", value: "EU" }] },
  { id: "2", value: "Production" },
];
const versions = [{ id: "26100", name: "26.1", archived: false }];
const textarea = "com.atlassian.jira.plugin.system.customfieldtypes:textarea";

/** Fields, a value from the form, and what Jira must get. */
const fields = [
  [custom("customfield_1", "Text", { type: "string", custom: "…:textfield" }), "text", "seen", "seen"],
  [custom("customfield_2", "Hours", { type: "number" }), "number", " 1.5 ", 1.5],
  [custom("customfield_3", "Due", { type: "date" }), "date", "2026-03-04", "2026-03-04"],
  [custom("customfield_4", "Began", { type: "datetime" }), "date", "2026-03-04", "2026-03-04T00:00:00.000+0000"],
  // A text is refused with "data was not an object".
  [custom("customfield_5", "Found in", { type: "option" }, { allowedValues: options }), "choice", "2", { id: "2" }],
  // A name is refused with "Version id '26.1' is not valid".
  [
    custom("fixVersions", "Fix versions", { type: "array", items: "version" }, { allowedValues: versions }),
    "choices",
    ["26100"],
    [{ id: "26100" }],
  ],
  [
    custom("customfield_6", "Environment", { type: "option-with-child" }, { allowedValues: options }),
    "choice",
    "1/11",
    { id: "1", child: { id: "11" } },
  ],
  [custom("labels", "Labels", { type: "array", items: "string" }), "text", "flaky test, ui", ["flaky-test", "ui"]],
  [custom("timetracking", "Time tracking", { type: "timetracking" }), "text", "2d", { originalEstimate: "2d" }],
  [
    custom(
      "priority",
      "Priority",
      { type: "priority" },
      { required: false, allowedValues: [{ id: "3", name: "Medium" }] },
    ),
    "choice",
    "3",
    { id: "3" },
  ],
] as const;

test.for(deployments.flatMap(([name, isCloud]) => fields.map((row) => [name, isCloud, row] as const)))(
  "%s (%s): a field is entered, and sent as Jira expects it: %j",
  async ([, isCloud, [meta, kind, value, sent]]) => {
    await using input = await start(isCloud);
    input.state.fields.push(meta);
    const [field] = await jiraTracker.describe(input.connection);
    expect(field).toMatchObject({ kind, required: meta.required });
    expect(field?.label).toContain(meta.name);
    await jiraTracker.create(input.connection, { ...newTicket, fields: { [field?.id ?? ""]: value } });
    expect(input.state.issues[0]?.otherFields).toEqual({ [meta.fieldId]: sent });
  },
);

test("a text of several lines is a document in Jira Cloud and a text in Jira Data Center", async () => {
  for (const isCloud of [true, false]) {
    await using input = await start(isCloud);
    input.state.fields.push(custom("customfield_1", "Steps", { type: "string", custom: textarea }));
    const [field] = await jiraTracker.describe(input.connection);
    await jiraTracker.create(input.connection, { ...newTicket, fields: { [field?.id ?? ""]: "Open the page\nPay" } });
    const paragraphs = ["Open the page", "Pay"].map((text) => ({
      type: "paragraph",
      content: [{ type: "text", text }],
    }));
    const sent = isCloud ? { type: "doc", version: 1, content: paragraphs } : "Open the page\nPay";
    expect(input.state.issues[0]?.otherFields).toEqual({ customfield_1: sent });
  }
});

test.for(deployments)(
  "%s: required fields that cannot be filled are named, before a ticket is created",
  async ([, isCloud]) => {
    await using input = await start(isCloud);
    input.state.fields.push(
      custom("customfield_1", "Approver", { type: "user" }),
      custom("customfield_2", "Account", {
        type: "any",
        custom: "com.tempoplugin.tempo-accounts:accounts.customfield",
      }),
      custom("customfield_3", "Severity", { type: "option" }, { allowedValues: [] }),
      custom("customfield_4", "Owner", { type: "user" }, { hasDefaultValue: true }),
    );
    const error = await failure(jiraTracker.describe(input.connection));
    expect(error).toMatchObject({
      scope: "request",
      message:
        "Jira requires fields for new issues of type Bug that cannot be filled from here: Approver (user), Account (any), Severity (option). In Jira, make them optional or give them a default value, or choose another issue type.",
    });
  },
);

test.for(deployments)("%s: optional fields of unknown types are left out", async ([, isCloud]) => {
  await using input = await start(isCloud);
  input.state.fields.push(custom("customfield_1", "Sprint", { type: "any" }, { required: false }));
  expect(await jiraTracker.describe(input.connection)).toEqual([]);
});

test.for(deployments)("%s: messages about fields are shown with the names that Jira uses", async ([, isCloud]) => {
  await using input = await start(isCloud);
  input.state.fields.push(custom("customfield_1", "Severity", { type: "string" }));
  expect(await failure(jiraTracker.create(input.connection, newTicket))).toMatchObject({
    scope: "request",
    message: "Jira refused the request (HTTP 400): customfield_1: Severity is required.",
  });
  input.state.fields.length = 0;
  // The field was removed after the form was filled.
  const fields = { "text:customfield_1": "High" };
  expect(String(await failure(jiraTracker.create(input.connection, { ...newTicket, fields })))).toMatch(
    "Field 'customfield_1' cannot be set. It is not on the appropriate screen, or unknown.",
  );
});

test.for(deployments)("%s: reads all pages of issue types, fields and issues", async ([, isCloud]) => {
  await using input = await start(isCloud);
  const { state, connection } = input;
  state.maxPage = 2;
  for (const name of ["customfield_1", "customfield_2", "customfield_3"])
    state.fields.push(custom(name, name, { type: "number" }));
  expect((await jiraTracker.describe(connection)).map(({ label }) => label)).toEqual([
    "customfield_1",
    "customfield_2",
    "customfield_3",
  ]);
  state.fields.length = 0;
  const created = await jiraTracker.create(connection, newTicket);
  for (let index = 0; index < 60; index += 1)
    await jiraTracker.create(connection, { ...newTicket, mark: `plumb:other:${index}` });
  state.maxPage = 50;
  expect(await jiraTracker.findCreated(connection, newTicket.mark)).toEqual(created);
});

test.for(deployments)("%s: the issue type must exist, and be no subtask", async ([, isCloud]) => {
  await using input = await start(isCloud);
  const testType = async (issueType: string) => {
    const binding = { ...input.connection.binding, issueType };
    const tools = { brandName: "Plumb", publicUrl: "https://plumb.example" };
    return String(await failure(jiraTracker.testBinding({ ...input.connection, binding }, tools)));
  };
  expect(await testType("bug")).toBe("Issues of type Bug will be created in Shop.");
  expect(await testType("10002")).toBe("Issues of type Task will be created in Shop.");
  expect(await testType("Defect")).toMatch("The project SHOP has no issue type Defect. It has: Bug, Task.");
  expect(await testType("Sub-task")).toMatch("Sub-task is a type of subtasks, which need a parent.");
});

const done = { name: "Done", category: "done" } as const;
const finish = (fields: FakeTransition["fields"], id = "31"): FakeTransition => ({
  id,
  name: "Finish",
  to: done,
  fields,
});
const resolution = (...names: string[]) => ({
  resolution: {
    name: "Resolution",
    required: true,
    allowedValues: names.map((name, id) => ({ id: String(id), name })),
  },
});

test.for(deployments)("%s: a transition with a required resolution uses Fixed or Done", async ([, isCloud]) => {
  await using input = await start(isCloud);
  const { id } = await jiraTracker.create(input.connection, newTicket);
  input.state.transitions = [finish(resolution("Won't Do", "fixed"))];
  await jiraTracker.changeState(input.connection, id, "closed");
  expect(input.state.issues[0]?.status).toEqual(done);
});

test.for(deployments)("%s: a transition without required fields is preferred", async ([, isCloud]) => {
  await using input = await start(isCloud);
  const { id } = await jiraTracker.create(input.connection, newTicket);
  input.state.transitions = [finish({ customfield_1: { name: "Root cause", required: true } }), finish({}, "32")];
  await jiraTracker.changeState(input.connection, id, "closed");
  expect(input.state.issues[0]?.status).toEqual(done);
});

test.for(deployments)("%s: tries the next transition if a validator refuses the first one", async ([, isCloud]) => {
  await using input = await start(isCloud);
  const { id } = await jiraTracker.create(input.connection, newTicket);
  const validator = "Field Fix Version/s is required.";
  input.state.transitions = [{ ...finish({}), validator }, finish({}, "32")];
  await jiraTracker.changeState(input.connection, id, "closed");
  expect(input.state.issues[0]?.status).toEqual(done);
  input.state.transitions = [{ ...finish({}), validator, to: { name: "Reopened", category: "new" } }];
  expect(await failure(jiraTracker.changeState(input.connection, id, "open"))).toMatchObject({
    scope: "request",
    message: "Jira refused the request (HTTP 400): Field Fix Version/s is required.",
  });
});

test.for(deployments)(
  "%s: an issue that was moved to another project keeps its id and gets its new key",
  async ([, isCloud]) => {
    await using input = await start(isCloud);
    const { id } = await jiraTracker.create(input.connection, newTicket);
    const [issue] = input.state.issues;
    if (issue !== undefined) issue.key = "PAY-7";
    const ticket = (await jiraTracker.readMany(input.connection, [id])).get(id);
    expect(ticket).toMatchObject({ id, key: "PAY-7", url: `${input.far.url}/browse/PAY-7` });
    await jiraTracker.changeState(input.connection, id, "closed");
    expect(issue?.status).toEqual(done);
  },
);

test.for(deployments)("%s: explains why an issue cannot be closed or reopened", async ([, isCloud]) => {
  await using input = await start(isCloud);
  const { id } = await jiraTracker.create(input.connection, newTicket);
  const close = () => failure(jiraTracker.changeState(input.connection, id, "closed"));
  input.state.transitions = [
    finish({ ...resolution("Won't Do"), customfield_1: { name: "Root cause", required: true } }),
  ];
  expect(await close()).toMatchObject({
    scope: "request",
    message:
      'The transition "Finish" of SHOP-1 from "To Do" requires fields that cannot be filled from here: Resolution, Root cause. Move the issue in Jira.',
  });
  input.state.transitions = [];
  expect(await close()).toMatchObject({
    scope: "request",
    message:
      'The workflow in Jira has no transition of SHOP-1 from "To Do" to a status that is done. Move the issue in Jira.',
  });
});

test.for(deployments)("%s: an issue is reopened as not started, if its workflow allows it", async ([, isCloud]) => {
  await using input = await start(isCloud);
  const { id } = await jiraTracker.create(input.connection, newTicket);
  const { state, connection } = input;
  await jiraTracker.changeState(connection, id, "closed");
  const [toDo, inProgress] = state.transitions;
  if (toDo === undefined || inProgress === undefined) throw new Error("no transitions");
  state.transitions = [inProgress, toDo];
  await jiraTracker.changeState(connection, id, "open");
  expect(state.issues[0]?.status.name).toBe("To Do");
  state.transitions = [inProgress, finish({})];
  await jiraTracker.changeState(connection, id, "closed");
  await jiraTracker.changeState(connection, id, "open");
  expect(state.issues[0]?.status.name).toBe("In Progress");
});

test("a site in Jira Cloud that is configured as Data Center is explained", async () => {
  await using far = await startTracker(trackerSetup("Jira Data Center"));
  const body = {
    errorMessages: ["The requested API has been removed. Please migrate to the /rest/api/3/search/jql API."],
  };
  far.override(() => ({ status: 410, body }));
  expect(await failure(far.tracker.find(far.connection, "timeout"))).toMatchObject({
    scope: "destination",
    message:
      "Jira has removed the API that was used (HTTP 410). Choose Cloud as the deployment if this site is in Jira Cloud.",
  });
});

test("a CAPTCHA after wrong passwords is explained", async () => {
  await using far = await startTracker(trackerSetup("Jira Data Center"));
  const headers = { "x-authentication-denied-reason": "CAPTCHA_CHALLENGE; login-url=https://jira.example/login.jsp" };
  far.override(() => ({ status: 403, headers, body: "denied" }));
  expect(await failure(far.tracker.find(far.connection, "timeout"))).toMatchObject({
    scope: "destination",
    message: "Jira requires a CAPTCHA for this account. Sign in to Jira in a browser once.",
  });
});

test.for(deployments)("%s: a title that looks like a key is also searched for", async ([, isCloud]) => {
  await using input = await start(isCloud);
  const created = await jiraTracker.create(input.connection, { ...newTicket, title: "SHA-256 differs" });
  expect(await jiraTracker.find(input.connection, "sha-256")).toEqual([created]);
  expect(await jiraTracker.find(input.connection, `${input.far.url}/jira/boards/1?selectedIssue=SHOP-1`)).toEqual([
    created,
  ]);
});

test("an API token with scopes uses the other address of the API, and links lead to the site", async () => {
  await using input = await start();
  const credentials = { ...input.connection.credentials, siteUrl: "https://shop.example", apiUrl: `${input.far.url}/` };
  const created = await jiraTracker.create({ ...input.connection, credentials }, newTicket);
  expect(created.url).toBe("https://shop.example/browse/SHOP-1");
});

test.for(deployments)("%s: a ticket is not created twice because it cannot be read afterwards", async ([, isCloud]) => {
  await using input = await start(isCloud);
  const types = { issueTypes: [{ id: "10001", name: "Bug" }], total: 1 };
  const far = await startFakeService(({ method, url }) => {
    if (method === "POST") return { status: 201, body: { id: "10001", key: "SHOP-1" } };
    return url.includes("/createmeta/") ? { body: types } : { status: 500 };
  });
  const credentials = { ...input.connection.credentials, siteUrl: far.url };
  expect(await jiraTracker.create({ ...input.connection, credentials }, newTicket)).toMatchObject({
    id: "10001",
    state: "open",
  });
  await far[Symbol.asyncDispose]();
});

test.for(["", "SHOP-1", "shop shop", 'SHOP" OR project = "X', "1SHOP", "SHOP/../X"])(
  "the project key %j is refused before a request",
  async (projectKey) => {
    await using input = await start();
    const binding = { projectKey, issueType: "Bug" };
    expect(String(await failure(jiraTracker.find({ ...input.connection, binding }, "x")))).toMatch(
      "Enter the key of the project",
    );
    expect(input.far.received).toEqual([]);
  },
);

const document = { type: "doc", version: 1, content: [{ type: "paragraph", content: [{ type: "text", text: "x" }] }] };
const newIssue = {
  project: { key: "SHOP" },
  issuetype: { id: "10001" },
  summary: "Pay fails",
  description: "text",
  customfield_1: "one line",
};
test.for([
  ["POST", "issue", { fields: { ...newIssue, description: document } }, "Operation value must be a string"],
  ["POST", "issue", { fields: { ...newIssue, customfield_1: document } }, "Operation value must be a string"],
  [
    "POST",
    "issue",
    { fields: { ...newIssue, customfield_9: "x" } },
    "cannot be set. It is not on the appropriate screen",
  ],
  ["POST", "issue", { fields: { ...newIssue, issuetype: { id: "99999" } } }, "Specify a valid issue type"],
  ["POST", "issue", { fields: { ...newIssue, project: { key: "NONE" } } }, "valid project is required"],
  ["POST", "issue", { fields: { ...newIssue, customfield_2: { accountId: "5b10" } } }, "expected 'name' property"],
  ["POST", "issue", { fields: { ...newIssue, customfield_3: [{ name: "26.1" }] } }, "data was not an object"],
  ["POST", "issue/SHOP-1/comment", { body: document }, "Operation value must be a string"],
  ["POST", "issue/SHOP-1/comment", { body: "x", text: "y" }, "Unrecognized key"],
  ["POST", "issue/SHOP-1/transitions", { transition: { id: "99" } }, "not valid for the current state of this issue"],
  ["POST", "issue/SHOP-1/transitions", { transition: { id: "41" } }, "not valid for the current state of this issue"],
] as const)("the fake of Jira Data Center refuses %s %s with %j", async ([method, path, body, reason]) => {
  const { state, respond } = createJiraFake({ isCloud: false, authorization: "Bearer x" });
  const optional = { required: false };
  state.fields.push(
    custom("customfield_1", "Steps", { type: "string", custom: textarea }, optional),
    custom("customfield_2", "Approver", { type: "user" }, optional),
    custom("customfield_3", "Fix versions", { type: "array", items: "version" }, optional),
  );
  state.transitions.push({
    id: "41",
    name: "Reopen",
    from: ["Done"],
    to: { name: "To Do", category: "new" },
    fields: {},
  });
  const headers = { authorization: "Bearer x", "content-type": "application/json" };
  const ask = (url: string, content: object) =>
    respond({ method, url: `/rest/api/2/${url}`, headers, body: JSON.stringify(content) });
  expect(ask("issue", { fields: newIssue }).status).toBe(201);
  const response = ask(path, body);
  expect(response.status).toBe(400);
  expect(JSON.stringify(response.body)).toContain(reason);
});
