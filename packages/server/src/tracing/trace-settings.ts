/** Traces by the environment variables of OpenTelemetry (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/). */
export interface TraceSettings {
  readonly sampler: Sampler;
  /** Share of traces from 0 to 1, for the samplers by ratio. */
  readonly ratio: number;
  /** Undefined values have the defaults of OpenTelemetry. */
  readonly batches: {
    readonly maxQueueSize: number | undefined;
    readonly maxExportBatchSize: number | undefined;
    readonly scheduledDelayMillis: number | undefined;
    readonly exportTimeoutMillis: number | undefined;
  };
}

const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
type Sampler = (typeof samplers)[number];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the settings of traces, or `null` if no endpoint is set or traces are switched off. The exporter reads the endpoint and its headers itself.
 *
 * @throws Error with the name of a variable whose value is not valid.
 */
export function readTraceSettings(env: Environment): TraceSettings | null {
  const valueOf = (name: string) => env[name]?.trim() || undefined;
  const endpoints = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];
  if (endpoints.every((name) => valueOf(name) === undefined)) return null;
  if (valueOf("OTEL_SDK_DISABLED")?.toLowerCase() === "true") return null;
  const exporter = valueOf("OTEL_TRACES_EXPORTER") ?? "otlp";
  if (exporter === "none") return null;
  if (exporter !== "otlp") throw new Error("OTEL_TRACES_EXPORTER: must be otlp or none.");
  for (const name of endpoints) {
    const endpoint = valueOf(name);
    if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ""))
      throw new Error(`${name}: must be a URL that begins with http:// or https://.`);
  }
  const protocol = valueOf("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") ?? valueOf("OTEL_EXPORTER_OTLP_PROTOCOL");
  if (protocol !== undefined && protocol !== "http/protobuf")
    throw new Error("OTEL_EXPORTER_OTLP_PROTOCOL: must be http/protobuf, which is usually port 4318 of a collector.");
  const number = (name: string) => positiveNumber(name, valueOf(name));
  return {
    sampler: samplerOf(valueOf("OTEL_TRACES_SAMPLER") ?? "parentbased_always_on"),
    ratio: ratioOf(valueOf("OTEL_TRACES_SAMPLER_ARG") ?? "1"),
    batches: {
      maxQueueSize: number("OTEL_BSP_MAX_QUEUE_SIZE"),
      maxExportBatchSize: number("OTEL_BSP_MAX_EXPORT_BATCH_SIZE"),
      scheduledDelayMillis: number("OTEL_BSP_SCHEDULE_DELAY"),
      exportTimeoutMillis: number("OTEL_BSP_EXPORT_TIMEOUT"),
    },
  };
}

function samplerOf(text: string): Sampler {
  const found = samplers.find((name) => name === text);
  if (found === undefined) throw new Error(`OTEL_TRACES_SAMPLER: must be one of ${samplers.join(", ")}.`);
  return found;
}

function ratioOf(text: string): number {
  const ratio = Number(text);
  if (!(ratio >= 0 && ratio <= 1)) throw new Error("OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1.");
  return ratio;
}

/** Larger queues would be a leak while a collector is away: a span takes about a kilobyte. */
const maxNumber = 100_000;

function positiveNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > maxNumber)
    throw new Error(`${name}: must be a whole number from 1 to ${maxNumber}.`);
  return value;
}
