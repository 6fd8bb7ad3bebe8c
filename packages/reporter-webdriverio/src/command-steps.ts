import { asString, type JsonObject } from "@plumb/formats/json/json-value.ts";
import { commandError, KnownElements, pictureOf } from "./command-title.ts";
import type { OpenStep, StepLog } from "./step-log.ts";
import type { TestEvents } from "./test-events.ts";
import { assertionMessage, assertionTitle } from "./wdio-api.ts";
import type { WorkerRun } from "./worker-run.ts";

const maxPicturesPerAttempt = 50;
const maxPicturesOfRun = 100;

interface OpenCommand {
  readonly steps: StepLog;
  readonly step: OpenStep;
}

/** Converts browser commands and assertions to steps, and screenshots to files. */
export class CommandSteps {
  readonly #run: WorkerRun;
  readonly #tests: TestEvents;
  readonly #elements = new KnownElements();
  /** Running commands. There may be several, for different browsers or if a test does not await a command. */
  readonly #commands = new Map<string, OpenCommand[]>();
  readonly #assertions: OpenCommand[] = [];
  #pictures = 0;

  constructor(run: WorkerRun, tests: TestEvents) {
    this.#run = run;
    this.#tests = tests;
  }

  get handlers(): Readonly<Record<string, (event: JsonObject) => void>> {
    return {
      "client:beforeCommand": (event) => this.#commandStart(event),
      "client:afterCommand": (event) => this.#commandEnd(event),
      "client:beforeAssertion": (event) => this.#assertionStart(event),
      "client:afterAssertion": (event) => this.#assertionEnd(event),
    };
  }

  #commandStart(event: JsonObject): void {
    const steps = this.#tests.open?.current.steps;
    if (steps === undefined) return;
    const key = keyOf(event);
    const open = this.#commands.get(key) ?? [];
    this.#commands.set(key, open);
    open.push({ steps, step: steps.begin(this.#elements.title(event), "command") });
  }

  #commandEnd(event: JsonObject): void {
    this.#elements.learn(event);
    const key = keyOf(event);
    const open = this.#commands.get(key);
    const command = open?.shift();
    if (open?.length === 0) this.#commands.delete(key);
    const error = commandError(event);
    command?.steps.end(command.step, error === null ? "passed" : "failed", error ?? undefined);
    const picture = pictureOf(event);
    if (picture !== undefined) this.#addScreenshot(picture);
  }

  #addScreenshot(picture: string): void {
    const open = this.#tests.open;
    const content = { contentType: "image/png", body: picture };
    if (open === null) {
      if (++this.#pictures <= maxPicturesOfRun)
        this.#run.run.file({ ...content, name: `screenshot-${this.#pictures}.png` });
      return;
    }
    const attempt = open.current;
    if (++attempt.pictures > maxPicturesPerAttempt) return;
    const name = `screenshot-${attempt.pictures}.png`;
    this.#run.run.file({ ...content, name, test: open.id, attempt: attempt.index });
  }

  #assertionStart(event: JsonObject): void {
    const steps = this.#tests.open?.current.steps;
    if (steps !== undefined) this.#assertions.push({ steps, step: steps.enter(assertionTitle(event), "expect") });
  }

  #assertionEnd(event: JsonObject): void {
    const open = this.#assertions.pop();
    const attempt = this.#tests.open?.current;
    if (open === undefined) return;
    open.steps.leave(open.step, "passed");
    if (attempt?.steps === open.steps)
      attempt.lastAssertion = { step: open.step, message: () => assertionMessage(event) };
  }
}

function keyOf({ sessionId, method, endpoint, command }: JsonObject): string {
  return [sessionId, method, endpoint, command].map((part) => asString(part) ?? "").join(" ");
}
