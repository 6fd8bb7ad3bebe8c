import { expect, test } from "vitest";
import { readTraceSettings } from "./trace-settings.ts";

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };

test("traces are off without an endpoint, and can be switched off", () => {
  expect(readTraceSettings({})).toBeNull();
  expect(readTraceSettings({ OTEL_SERVICE_NAME: "plumb", OTEL_EXPORTER_OTLP_ENDPOINT: " " })).toBeNull();
  expect(readTraceSettings({ ...endpoint, OTEL_SDK_DISABLED: "TRUE" })).toBeNull();
  expect(readTraceSettings({ ...endpoint, OTEL_TRACES_EXPORTER: "none" })).toBeNull();
  expect(readTraceSettings({ ...endpoint, OTEL_SDK_DISABLED: "no" })).not.toBeNull();
  expect(readTraceSettings({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://c.test/v1/traces" })).not.toBeNull();
});

test("the defaults are those of OpenTelemetry", () => {
  expect(readTraceSettings(endpoint)).toEqual({ sampler: "parentbased_always_on", ratio: 1, batches: {} });
});

test("sampler and batches are read", () => {
  const settings = readTraceSettings({
    ...endpoint,
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.25",
    OTEL_BSP_MAX_QUEUE_SIZE: "100",
    OTEL_BSP_SCHEDULE_DELAY: "500",
  });
  expect(settings).toMatchObject({
    sampler: "parentbased_traceidratio",
    ratio: 0.25,
    batches: { maxQueueSize: 100, scheduledDelayMillis: 500 },
  });
});

test.for([
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
  ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "ftp://collector"],
  ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
  ["OTEL_TRACES_EXPORTER", "zipkin"],
  ["OTEL_TRACES_SAMPLER", "sometimes"],
  ["OTEL_TRACES_SAMPLER_ARG", "25%"],
  ["OTEL_BSP_MAX_QUEUE_SIZE", "1e9"],
] as const)("%s=%s stops the start with the name of the variable", ([name, value]) => {
  expect(() => readTraceSettings({ ...endpoint, [name]: value })).toThrow(new RegExp(`^${name}: must`));
});
