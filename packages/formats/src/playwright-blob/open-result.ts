import { LongText } from "@plumb/contract/text/long-text.ts";
import { asObject, asString, type JsonObject, objectsOf } from "#json/json-value.ts";
import { limits } from "#limits.ts";

interface OpenStep {
  readonly title: unknown;
  readonly subtitle: unknown;
  readonly category: unknown;
  readonly location: unknown;
  readonly steps: OpenStep[];
  duration?: unknown;
  error?: unknown;
  annotations?: unknown;
  /** Indices into the attachments of the result. */
  attachments?: unknown;
}

/** An attempt, collected from its events. `finished` returns it in the structure of the JSON reporter. */
export class OpenResult {
  readonly #begun: JsonObject;
  readonly #outermost: OpenStep[] = [];
  readonly #steps = new Map<string, OpenStep>();
  readonly #output = { stdout: new LongText(limits.output), stderr: new LongText(limits.output) };
  readonly #attachments: JsonObject[] = [];
  #ended: JsonObject = {};

  constructor(started: JsonObject) {
    this.#begun = started;
  }

  beginStep(step: JsonObject): void {
    // Stores one step more than the limit, so that the writer can detect dropped steps.
    if (this.#steps.size > limits.stepsPerAttempt) return;
    const parent = this.#steps.get(asString(step["parentStepId"]) ?? "");
    const open: OpenStep = {
      title: step["title"],
      subtitle: step["subtitle"],
      category: step["category"],
      location: step["location"],
      steps: [],
    };
    this.#steps.set(asString(step["id"]) ?? String(this.#steps.size), open);
    (parent?.steps ?? this.#outermost).push(open);
  }

  endStep(step: JsonObject): void {
    const open = this.#steps.get(asString(step["id"]) ?? "");
    if (open === undefined) return;
    open.duration = step["duration"];
    open.attachments = step["attachments"];
    open.annotations = step["annotations"];
    if (asObject(step["error"]) !== undefined) open.error = step["error"];
  }

  print(stream: "stdout" | "stderr", text: string): void {
    this.#output[stream].add(text);
  }

  attach(attachments: unknown): void {
    for (const attachment of objectsOf(attachments)) {
      if (this.#attachments.length <= limits.artifactsPerAttempt) this.#attachments.push(fromArchive(attachment));
    }
  }

  end(result: JsonObject): void {
    this.#ended = result;
    this.attach(result["attachments"]);
  }

  finished(): JsonObject {
    return {
      ...this.#begun,
      ...this.#ended,
      steps: this.#outermost,
      stdout: [{ text: this.#output.stdout.toString() }],
      stderr: [{ text: this.#output.stderr.toString() }],
      attachments: this.#attachments,
    };
  }
}

/** File contents are in `resources/` of the archive. Other paths refer to files that were not sent. */
function fromArchive({ base64, path, ...rest }: JsonObject): JsonObject {
  const inside = asString(path)?.replaceAll("\\", "/");
  return {
    ...rest,
    ...(typeof base64 === "string" ? { body: base64 } : {}),
    ...(inside !== undefined && /^resources\/[^/]+$/.test(inside) && !inside.includes("..") ? { path: inside } : {}),
  };
}
