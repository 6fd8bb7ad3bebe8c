import { expect, test } from "vitest";
import { Agent, openAgent } from "#testing/agent.ts";
import { call, createTestApp } from "#testing/app.ts";

test.for([
  ["Shop", 201],
  ["shop", 201],
  ["my-web-shop", 404],
  ["%20SHOP ", 201],
] as const)("the project of the key can have the name %s: %s", async ([name, status]) => {
  await using plumb = await createTestApp();
  const { key } = await openAgent(plumb);
  const agent = new Agent(plumb, key, `/api/v1/${name.trim()}`);
  expect(await agent.startLaunch()).toMatchObject({ status });
});

test("returns the project of a key with any scope, and nothing without a key", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await openAgent(plumb);
  const other = await new Agent(plumb, key, "/api/v1/default").startLaunch();
  expect(other).toMatchObject({
    status: 404,
    body: { errorCode: 4040, message: expect.stringContaining("'Shop'") as string },
  });
  expect(await new Agent(plumb, key, `/api/v1/${projectId}`).startLaunch()).toMatchObject({ status: 201 });
  expect(await new Agent(plumb, "plumb_1_nonsense").startLaunch()).toMatchObject({
    status: 401,
    body: { errorCode: 4003 },
  });
  expect(await new Agent(plumb, token).startLaunch()).toMatchObject({ status: 403, body: { errorCode: 4003 } });
  const reads = await call<{ data: { key: string } }>(plumb, "POST", `/api/projects/${projectId}/api-keys`, {
    token,
    body: { name: "Reads", scopes: ["read"] },
  });
  expect(await new Agent(plumb, reads.body.data.key).startLaunch()).toMatchObject({ status: 403 });
  expect(await new Agent(plumb, key, "/api/v2/shop").send("GET", "/dashboard")).toMatchObject({
    status: 404,
    body: { errorCode: 40430 },
  });
});

test("a key that can only report looks up by UUID, and a key with the scope read lists and counts", async () => {
  await using plumb = await createTestApp();
  const { agent, token, projectId } = await openAgent(plumb);
  await agent.startLaunch();
  const item = await agent.item("adds");
  const byUuid = [`/launch/uuid/${agent.launch}`, `/launch?filter.in.uuid=${agent.launch}`, `/item/uuid/${item}`];
  const known = await agent.send("GET", `/launch/uuid/${agent.launch}`);
  const others = [
    "/launch",
    "/launch?filter.cnt.name=s",
    `/launch/${known.body.id}`,
    "/launch/uuid/1",
    "/item/1",
    "/item/uuid/1",
  ];
  for (const path of byUuid) expect([path, (await agent.send("GET", path)).status]).toEqual([path, 200]);
  for (const path of others)
    expect([path, await agent.send("GET", path)]).toMatchObject([path, { status: 403, body: { errorCode: 4003 } }]);
  const both = await call<{ data: { key: string } }>(plumb, "POST", `/api/projects/${projectId}/api-keys`, {
    token,
    body: { name: "Both", scopes: ["ingest", "read"] },
  });
  const reader = new Agent(plumb, both.body.data.key);
  for (const path of ["/launch", `/launch/${known.body.id}`])
    expect([path, (await reader.send("GET", path)).status]).toEqual([path, 200]);
});

test("an invalid key, or one of ReportPortal, is rejected as a wrong key and not as a session", async () => {
  await using plumb = await createTestApp();
  await openAgent(plumb);
  for (const key of ["plumb_1_nonsense", "my-project_dGhpcyBpcyBhIGtleQ", "5f0b5e44-8a1c-4b1e-9d8f-1f2f0b8f8d11"])
    expect(await new Agent(plumb, key).startLaunch()).toMatchObject({
      status: 401,
      body: { message: "This API key is not valid: it is mistyped, has expired or was revoked." },
    });
});

test("launches and items of another project cannot be reached", async () => {
  await using plumb = await createTestApp();
  const { agent } = await openAgent(plumb);
  await agent.startLaunch();
  const item = await agent.item("adds");
  const { body } = await call<{ data: { id: number } }>(plumb, "POST", "/api/projects", {
    token: (
      await call<{ token: string }>(plumb, "POST", "/api/auth/login", {
        body: { username: "admin", password: "correct horse" },
      })
    ).body.token,
    body: { name: "Bank", description: "Where the money is" },
  });
  const token = (
    await call<{ token: string }>(plumb, "POST", "/api/auth/login", {
      body: { username: "admin", password: "correct horse" },
    })
  ).body.token;
  const key = await call<{ data: { key: string } }>(plumb, "POST", `/api/projects/${body.data.id}/api-keys`, {
    token,
    body: { name: "CI" },
  });
  const stranger = new Agent(plumb, key.body.data.key, "/api/v1/bank");
  stranger.launch = agent.launch;
  expect(await stranger.start("theirs")).toMatchObject({ status: 404, body: { errorCode: 4041 } });
  expect(await stranger.finish(item, "passed")).toMatchObject({ status: 404 });
  expect(await stranger.send("GET", `/item/uuid/${item}`)).toMatchObject({ status: 404, body: { errorCode: 4043 } });
  expect(await stranger.send("GET", `/launch/uuid/${agent.launch}`)).toMatchObject({ status: 404 });
});

const time = 1_772_614_800_000;

test.for([
  ["POST", "/launch", {}, 400, "no name"],
  ["POST", "/launch", { name: " ", startTime: time }, 400, "a blank name"],
  ["POST", "/launch", { name: ["a"], startTime: time }, 400, "a name that is no text"],
  ["POST", "/launch", { name: "a", startTime: "yesterday" }, 400, "a moment that is none"],
  ["POST", "/launch", { name: "a", startTime: -1e300 }, 400, "a moment before all"],
  ["POST", "/launch", { name: "a", startTime: time, rerunOf: "nobody" }, 404, "a launch that is not there"],
  ["POST", "/launch", [], 400, "a list"],
  ["POST", "/item", { name: "a", type: "NOVEL", startTime: time, launchUuid: "LAUNCH" }, 400, "an unknown type"],
  ["POST", "/item", { name: "a", type: "STEP", startTime: time }, 404, "no launch"],
  ["POST", "/item", { name: "a", type: "STEP", startTime: time, launchUuid: "nobody" }, 404, "another launch"],
  ["POST", "/item/nobody", { name: "a", type: "STEP", startTime: time, launchUuid: "LAUNCH" }, 404, "no such parent"],
  [
    "POST",
    "/item/self",
    { name: "a", type: "STEP", startTime: time, uuid: "self", launchUuid: "LAUNCH" },
    404,
    "its own parent",
  ],
  ["PUT", "/item/nobody", { endTime: time, launchUuid: "LAUNCH", status: "passed" }, 404, "an item that did not begin"],
  ["PUT", "/item/ITEM", { endTime: time, launchUuid: "LAUNCH", status: "exploded" }, 400, "an unknown status"],
  ["PUT", "/item/ITEM", { endTime: {}, launchUuid: "LAUNCH" }, 400, "an end that is no moment"],
  ["PUT", "/launch/nobody/finish", { endTime: time }, 404, "no such launch"],
  ["POST", "/log", { launchUuid: "LAUNCH", itemUuid: "nobody", time, message: "a" }, 404, "a log of nothing"],
  ["POST", "/log", { launchUuid: "LAUNCH", time: null, message: "a" }, 400, "a log of no time"],
  ["GET", "/launch?filter.in.uuid=a&filter.has.compositeAttribute=a", undefined, 400, "a filter that is not known"],
  ["POST", "/launch/merge", { name: "a", launches: [999_999] }, 404, "launches that are not there"],
] as const)("%s %s of %j is a %i: %s", async ([method, path, body, status]) => {
  await using plumb = await createTestApp();
  const { agent, read } = await openAgent(plumb);
  await agent.startLaunch();
  const item = await agent.item("stays");
  const put = (text: string) => text.replaceAll("LAUNCH", agent.launch).replaceAll("ITEM", item);
  const sent = body === undefined ? undefined : (JSON.parse(put(JSON.stringify(body))) as object);

  const response = await agent.send(method, put(path), sent);

  expect(response).toMatchObject({
    status,
    body: { errorCode: expect.any(Number) as number, message: expect.any(String) as string },
  });
  await agent.finish(item, "passed");
  await agent.finishLaunch();
  expect(await read.report()).toMatchObject({ status: "completed", summary: { total: 1, passed: 1 } });
});

test("rejects unreadable bodies in the same format", async () => {
  await using plumb = await createTestApp();
  const { agent, key } = await openAgent(plumb);
  await agent.startLaunch();
  const send = async (type: string, payload: string) => {
    const headers = { authorization: `BEARER ${key}`, "content-type": type };
    const response = await plumb.app.inject({ method: "POST", url: "/api/v1/shop/log", headers, payload });
    return [response.statusCode, typeof response.json<{ errorCode: number }>().errorCode];
  };
  expect(await send("application/json", "{")).toEqual([400, "number"]);
  expect(await send("multipart/form-data", "nothing")).toEqual([400, "number"]);
  expect(await send("multipart/form-data; boundary=a", "--a\r\nno end")).toEqual([400, "number"]);
  const part = 'Content-Disposition: form-data; name="json_request_part"';
  expect(await send("multipart/form-data; boundary=a", `--a\r\n${part}\r\n\r\n{not json\r\n--a--\r\n`)).toEqual([
    400,
    "number",
  ]);
  expect(await send("multipart/form-data; boundary=a", `--a\r\n${part}\r\n\r\n42\r\n--a--\r\n`)).toEqual([
    400,
    "number",
  ]);
  expect(
    await send(
      "multipart/form-data; boundary=a",
      '--a\r\nContent-Disposition: form-data; name="other"\r\n\r\n1\r\n--a--\r\n',
    ),
  ).toEqual([400, "number"]);
});

test("stores the entries with existing items among several", async () => {
  await using plumb = await createTestApp();
  const { agent, read } = await openAgent(plumb);
  await agent.startLaunch();
  const item = await agent.item("adds");
  const { status, body } = await agent.form([agent.entry(item, "kept"), agent.entry("nobody", "lost")], []);
  await agent.finish(item, "passed");
  expect(status).toBe(201);
  expect(body.responses).toMatchObject([{ id: expect.any(String) as string }, { errorCode: 4043 }]);
  expect((await read.result("adds")).attempts).toMatchObject([{ stdout: "kept\n" }]);
});

test("cuts or rejects huge names, control characters and deep nesting, and the launch continues", async () => {
  await using plumb = await createTestApp();
  const { agent, read } = await openAgent(plumb);
  await agent.startLaunch({ name: "long ".repeat(1_000_000) });
  const long = await agent.item(`nul \0 \uD800 ${"x".repeat(3_000_000)}`, {
    codeRef: `a/${"b/".repeat(500_000)}c.spec.ts`,
    attributes: Array.from({ length: 5000 }, (_, n) => ({
      key: `k${n}`.repeat(200),
      value: "v".repeat(100_000 / 5000),
    })),
    parameters: [{ key: "p", value: "y".repeat(1_000_000) }],
  });
  await agent.log(long, "z".repeat(3_000_000));
  await agent.finish(long, "failed", { description: "d".repeat(1_000_000) });
  let parent: string | undefined;
  let refused = 0;
  for (let depth = 0; depth < 110; depth++) {
    const { status, body } = await agent.start(`level ${depth}`, {
      type: "SUITE",
      ...(parent !== undefined && { parent }),
    });
    if (status === 201) parent = body.id as string;
    else refused += 1;
  }
  expect(refused).toBe(9);
  await agent.finishLaunch();
  expect(await read.report()).toMatchObject({ status: "failed", summary: { failed: 1 } });
});

test("a finished launch accepts nothing, but its end can be repeated", async () => {
  await using plumb = await createTestApp();
  const { agent, read } = await openAgent(plumb);
  await agent.startLaunch();
  const item = await agent.item("adds");
  await agent.finish(item, "passed");
  expect(await agent.finish(item, "failed")).toMatchObject({ status: 200 });
  await agent.finishLaunch();
  expect(await agent.finishLaunch()).toMatchObject({ status: 200, body: { number: 1 } });
  expect(await agent.start("late")).toMatchObject({ status: 406, body: { errorCode: 40018 } });
  expect(await agent.log(undefined, "late")).toMatchObject({ status: 406 });
  expect(await read.report()).toMatchObject({ status: "completed", summary: { total: 1, passed: 1 } });
});
