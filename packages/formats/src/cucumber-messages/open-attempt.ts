import { LongText } from "@plumb/contract/text/long-text.ts";
import { Buffer } from "node:buffer";
import { asObject, type JsonObject } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import { argumentSteps } from "#cucumber-json/step-arguments.ts";
import type { Verdict, AttemptRecord, ErrorRecord, AttachmentRecord, StepRecord } from "#results/test-record.ts";
import { parseUnixMs } from "#text/timestamp.ts";
import { between, millisOf, textOf } from "./values.ts";

/** Statuses from best to worst. The worst step determines the result. */
const severity = ["PASSED", "UNKNOWN", "SKIPPED", "PENDING", "UNDEFINED", "AMBIGUOUS", "FAILED"];

const failing = new Set(["FAILED", "AMBIGUOUS"]);

export interface PlannedStep {
  readonly title: string;
  readonly isHook: boolean;
  /** Rows of the data table, or the doc string. */
  readonly details?: readonly string[];
}

/** An execution of a scenario, collected from its messages. */
export class OpenAttempt {
  readonly testCaseId: string;
  readonly #startedAt: number | null;
  readonly #worker: number | undefined;
  readonly #steps: StepRecord[] = [];
  readonly #errors: ErrorRecord[] = [];
  readonly #files: AttachmentRecord[] = [];
  readonly links: string[] = [];
  readonly #output = new LongText(limits.output);
  #worst = "PASSED";
  #reason = "";
  #stepsMs = 0;
  /** Set by a step in old versions of the protocol. */
  willBeRetried = false;

  constructor(started: JsonObject) {
    this.testCaseId = textOf(started["testCaseId"]);
    this.#startedAt = millisOf(started["timestamp"]);
    const worker = Number(started["workerId"] ?? Number.NaN);
    this.#worker = Number.isNaN(worker) ? undefined : worker;
  }

  endStep({ title, isHook, details = [] }: PlannedStep, finished: JsonObject): void {
    // Until version 10 of the protocol, the field was called `testResult`.
    const result = asObject(finished["testStepResult"]) ?? asObject(finished["testResult"]) ?? {};
    // A missing status does not count as passed.
    const status = (textOf(result["status"]) || "UNKNOWN").toUpperCase();
    const durationMs = between(0, millisOf(result["duration"]));
    const message = textOf(result["message"]);
    this.#stepsMs += durationMs ?? 0;
    this.willBeRetried ||= result["willBeRetried"] === true;
    if (severity.indexOf(status) > severity.indexOf(this.#worst)) {
      this.#worst = status;
      this.#reason = reasonOf(status, title, message);
    }
    const failed = failing.has(status);
    if (failed && this.#errors.length <= limits.errorsPerAttempt) this.#errors.push(errorOf(result, status, title));
    if (this.#steps.length > limits.stepsPerAttempt) return;
    const visible = failed ? "failed" : status === "PASSED" ? "passed" : "skipped";
    this.#steps.push({
      title,
      depth: 0,
      status: visible,
      durationMs,
      category: isHook ? "hook" : "test.step",
      ...(failed ? { error: message || status.toLowerCase() } : {}),
    });
    this.#steps.push(...argumentSteps(details, visible));
  }

  attach(attachment: JsonObject): void {
    const { body } = contentOf(attachment);
    const type = textOf(attachment["mediaType"]);
    if (type.startsWith("text/x.cucumber.log")) {
      this.#output.add(`${body}\n`);
    } else if (type.startsWith("text/uri-list")) {
      const links = body.split(/\s+/).filter((link) => /^https?:\/\//i.test(link));
      this.links.push(...links.slice(0, limits.annotationsPerTest - this.links.length));
    } else if (this.#files.length <= limits.artifactsPerAttempt) {
      // Attachments of a step come before its end.
      const step = attachment["testStepId"] === undefined ? undefined : this.#steps.length;
      this.#files.push({ ...fileOf(attachment), step });
    }
  }

  /** The worst status, as written by Cucumber. */
  get worst(): string {
    return this.#worst;
  }

  get skipReason(): string {
    return this.#reason;
  }

  /** @param finished Undefined if the run ended before the execution did. */
  record(finished: JsonObject | undefined): AttemptRecord {
    const unfinished: ErrorRecord = { message: "The run ended before this scenario finished" };
    const took = between(this.#startedAt, millisOf(finished?.["timestamp"]));
    return {
      status: finished === undefined && !failing.has(this.#worst) ? "error" : statusOf(this.#worst),
      startedAt: parseUnixMs(this.#startedAt),
      durationMs: took ?? this.#stepsMs,
      errors: finished === undefined ? [...this.#errors, unfinished] : this.#errors,
      steps: this.#steps,
      stdout: this.#output,
      attachments: this.#files,
      worker: this.#worker,
    };
  }
}

/** The first versions of the protocol had separate fields for texts and base64 content. */
function contentOf({ body, contentEncoding, binary, text }: JsonObject): { body: string; isBase64: boolean } {
  if (body !== undefined) return { body: textOf(body), isBase64: contentEncoding === "BASE64" };
  return { body: textOf(binary) || textOf(text), isBase64: textOf(binary) !== "" };
}

/** Returns an attached file, whose content is base64, text or a path. */
export function fileOf(attachment: JsonObject): AttachmentRecord {
  const { body, isBase64 } = contentOf(attachment);
  const url = textOf(attachment["url"]);
  const name = textOf(attachment["fileName"]) || undefined;
  const contentType = textOf(attachment["mediaType"]) || undefined;
  if (body === "" && url !== "") {
    const path = url.replace(/^file:\/\//, "");
    return /^[a-z][a-z0-9+.-]+:/i.test(path) ? { name: name ?? url, contentType } : { name, contentType, path };
  }
  const encoded = isBase64 ? body : Buffer.from(body).toString("base64");
  return { name: name ?? contentType, contentType, body: encoded };
}

function statusOf(worst: string): Verdict {
  return failing.has(worst) ? "failed" : worst === "PASSED" ? "passed" : "skipped";
}

function errorOf(result: JsonObject, status: string, title: string): ErrorRecord {
  const exception = asObject(result["exception"]);
  const full = textOf(result["message"]);
  const message = textOf(exception?.["message"]) || full.trim().split("\n", 1)[0];
  const what = status === "AMBIGUOUS" ? `Several definitions match the step "${title}"` : `The step "${title}" failed`;
  return {
    message: message || what,
    stack: textOf(exception?.["stackTrace"]) || full,
    type: textOf(exception?.["type"]),
  };
}

function reasonOf(status: string, title: string, message: string): string {
  if (status === "UNDEFINED") return `The step "${title}" is not defined`;
  if (status === "PENDING") return `The step "${title}" is pending`;
  return message;
}
