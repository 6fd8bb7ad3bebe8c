import { expect, test } from "vitest";
import { startFakeService } from "#testing/fake-service.ts";
import { startCollector } from "#testing/otlp-collector.ts";
import { createServerHome, type ServerProcess } from "#testing/process.ts";
import { createKeyAt, createProjectAt, signInAt } from "#testing/remote.ts";
import { junit } from "#testing/reports.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const callerSpan = "00f067aa0ba902b7";
const traceparent = `00-${traceId}-${callerSpan}-01`;

async function upload({ url }: ServerProcess, key: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(`${url}/api/ingest/uploads?filename=a.xml`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, ...headers },
    body: junit([["secret-title", "pays", "secret-message"]]),
  });
  return response.status;
}

/** Starts a server with a project and a webhook. */
async function startShop(
  home: Awaited<ReturnType<typeof createServerHome>>,
  env: Record<string, string>,
  hook: string,
) {
  const server = await home.start({ PLUMB_ALLOW_PRIVATE_HOSTS: "127.0.0.1", ...env });
  const token = await signInAt(server);
  const projectId = await createProjectAt(server, token);
  const created = await fetch(`${server.url}/api/projects/${projectId}/webhooks`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ url: `${hook}/secret-path`, events: ["run.finished"] }),
  });
  expect(created.status).toBe(200);
  return { server, key: await createKeyAt(server, token, projectId) };
}

test("an upload is one trace with its caller, its statements, and links from its jobs and deliveries", async () => {
  await using collector = await startCollector();
  await using far = await startFakeService();
  await using home = await createServerHome();
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "x-team=qa",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
    OTEL_BSP_SCHEDULE_DELAY: "100",
  };
  const { server, key } = await startShop(home, env, far.url);
  expect(await upload(server, key, { traceparent, "x-request-id": "upload-1" })).toBe(200);
  await expect.poll(() => far.received.length).toBe(1);
  // Stopping exports the last spans.
  expect(await server.stop()).toBe(0);

  expect(collector.refused).toEqual([]);
  expect(collector.headers()).toMatchObject({ "x-team": "qa" });
  const { spans } = collector;
  const named = (name: string) => spans.filter((span) => span.name === name);
  const [request] = named("POST /api/ingest/uploads");
  expect(request).toMatchObject({
    traceId,
    parentSpanId: callerSpan,
    kind: "SPAN_KIND_SERVER",
    attributes: { "http.request.method": "POST", "http.route": "/api/ingest/uploads", "plumb.request_id": "upload-1" },
    resource: { "service.name": "plumb", "deployment.environment.name": "test" },
  });
  expect(Number(request?.attributes["http.response.status_code"])).toBe(200);
  const ofTrace = spans.filter((span) => span.traceId === traceId);
  for (const stage of ["upload: receive", "upload: unpack", "upload: record", "upload: complete"])
    expect(ofTrace.filter(({ name }) => name === stage)).toHaveLength(1);
  const statements = ofTrace.filter(({ attributes }) => attributes["db.system.name"] === "postgresql");
  expect(statements.length).toBeGreaterThan(5);

  const [job] = named("job run-judged");
  expect(job).toMatchObject({
    kind: "SPAN_KIND_CONSUMER",
    parentSpanId: "",
    attributes: { "plumb.request_id": "upload-1" },
  });
  expect(job?.traceId).not.toBe(traceId);
  expect(job?.links).toEqual([{ traceId, spanId: expect.any(String) as string }]);
  const [delivery] = named("delivery webhook");
  const [sending] = named("job send-deliveries");
  expect(delivery).toMatchObject({
    parentSpanId: sending?.spanId,
    attributes: { "plumb.delivery.status": "delivered" },
  });
  expect(delivery?.links.map((link) => link.traceId)).toEqual([job?.traceId]);
  const [call] = spans.filter(({ parentSpanId, name }) => parentSpanId === delivery?.spanId && name === "POST");
  expect(far.received[0]?.headers["traceparent"]).toBe(`00-${delivery?.traceId}-${call?.spanId}-01`);
  // Neither parameters of statements nor paths of webhooks, which may be secret.
  expect(JSON.stringify(spans)).not.toContain("secret-");
  expect(spans.filter(({ parentSpanId, kind }) => parentSpanId === "" && kind === "SPAN_KIND_CLIENT")).toEqual([]);
});

test("without an endpoint, nothing is sent or loaded, and callers keep their trace", async () => {
  await using far = await startFakeService();
  await using home = await createServerHome();
  const { server, key } = await startShop(home, {}, far.url);
  expect(await upload(server, key, { traceparent })).toBe(200);
  await expect.poll(() => far.received.length).toBe(1);
  expect(far.received[0]?.headers["traceparent"]).toBeUndefined();
  expect(await server.stop()).toBe(0);
});

test.for(["away", "hanging"] as const)("a collector that is %s costs nothing but its spans", async (kind) => {
  await using hanging = await startCollector({ holds: Number.MAX_SAFE_INTEGER });
  await using far = await startFakeService();
  await using home = await createServerHome();
  const { server, key } = await startShop(
    home,
    {
      // Nothing listens on port 9.
      OTEL_EXPORTER_OTLP_ENDPOINT: kind === "away" ? "http://127.0.0.1:9" : hanging.url,
      OTEL_BSP_SCHEDULE_DELAY: "10",
      OTEL_BSP_MAX_QUEUE_SIZE: "20",
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "10",
      OTEL_EXPORTER_OTLP_TIMEOUT: "300",
    },
    far.url,
  );
  for (let sent = 0; sent < 5; sent += 1) expect(await upload(server, key)).toBe(200);
  await expect.poll(() => server.output()).toContain("Spans could not be exported.");
  expect(await server.stop()).toBe(0);
  expect(server.output().split("Spans could not be exported.")).toHaveLength(2);
});

test("spans are exported again after a collector did not answer", async () => {
  await using collector = await startCollector({ holds: 1 });
  await using far = await startFakeService();
  await using home = await createServerHome();
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: "10",
    OTEL_EXPORTER_OTLP_TIMEOUT: "300",
  };
  const { server, key } = await startShop(home, env, far.url);
  await expect.poll(() => server.output()).toContain("Spans could not be exported.");
  expect(await upload(server, key, { traceparent })).toBe(200);
  await expect.poll(() => collector.spans.some((span) => span.traceId === traceId)).toBe(true);
  expect(await server.stop()).toBe(0);
  expect(collector.refused).toEqual([]);
});

test("a wrong setting stops the start with its name", async () => {
  await using home = await createServerHome();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", OTEL_TRACES_SAMPLER: "sometimes" };
  await expect(home.start(env)).rejects.toThrow("OTEL_TRACES_SAMPLER: must be one of always_on");
});

test("a sampler that records nothing sends nothing", async () => {
  await using collector = await startCollector();
  await using far = await startFakeService();
  await using home = await createServerHome();
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: "always_off",
    OTEL_BSP_SCHEDULE_DELAY: "10",
  };
  const { server, key } = await startShop(home, env, far.url);
  expect(await upload(server, key, { traceparent })).toBe(200);
  await expect.poll(() => far.received.length).toBe(1);
  expect(await server.stop()).toBe(0);
  expect(collector.requests()).toBe(0);
  // The receiver learns that the trace is not recorded.
  expect(far.received[0]?.headers["traceparent"]).toMatch(/-00$/);
});
