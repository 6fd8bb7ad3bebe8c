import type { ResultEvent, RunEvent, TestEvent } from "@plumb/contract/result-event.ts";
import type { JsonObject } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import { ProblemLog } from "#problem-log.ts";
import type { Bundle, Member } from "#report-format.ts";
import { type Category, matchingCategories } from "./categories.ts";
import { containersAround, type FolderIndex, indexFolder, type IndexedResult } from "./folder-index.ts";
import { labelsOf } from "./labels.ts";
import { masked, maskedValues } from "./masked-values.ts";
import { earlierStatusOf, statusOf } from "./outcome.ts";
import { objectOf } from "./read-member.ts";
import { attemptEvents, testEvent } from "./result-events.ts";
import { readFolderContents } from "./run-facts.ts";

/** Number of parsed containers in the cache, because tests of a class or file share them. */
const maxContainers = 100;

/**
 * Reads a folder of results twice: first to find the attempts of each test, and then test by test,
 * so that only one attempt is in memory.
 */
export async function* readAllureResults({ members }: Bundle): AsyncGenerator<readonly ResultEvent[]> {
  const problems = new ProblemLog();
  const first = members.find(({ name }) => name.endsWith("-result.json"));
  if (first === undefined) {
    const reason = "This Allure folder contains no results: it has no *-result.json file";
    problems.add("incomplete", reason);
    yield problems.takeRest();
    return;
  }
  yield [frameworkOf((await objectOf(first, new ProblemLog())) ?? {})];
  const reader = new FolderReader(problems, await indexFolder(members, problems));
  yield* reader.read(members);
}

/** Framework names of adapters that differ from those in other formats. */
const otherNames: Readonly<Record<string, string>> = {
  "cucumber-jvm": "cucumber",
  cucumberjs: "cucumber",
  "junit-platform": "junit",
  junit4: "junit",
  junit5: "junit",
  wdio: "webdriverio",
};

/** Comes before other events, because consumers that only read the start of a report need it. */
function frameworkOf(result: JsonObject): RunEvent {
  const named = labelsOf(result["labels"]).first("framework")?.toLowerCase() ?? "allure";
  return { kind: "run", framework: (otherNames[named] ?? named).slice(0, 60) };
}

class FolderReader {
  readonly #problems: ProblemLog;
  readonly #index: FolderIndex;
  readonly #repairs = new Set<string>();
  readonly #containers = new Map<string, JsonObject>();
  readonly #threads = new Map<string, number>();
  #tests = 0;

  constructor(problems: ProblemLog, index: FolderIndex) {
    this.#problems = problems;
    this.#index = index;
  }

  async *read(members: readonly Member[]): AsyncGenerator<readonly ResultEvent[]> {
    const facts = await readFolderContents(members, this.#index, this.#problems, this.#repairs);
    yield [...facts.events, ...this.#taken()];
    for (const attempts of this.#index.tests)
      yield [...(await this.#test(attempts, facts.categories)), ...this.#taken()];
    yield this.#problems.takeRest();
  }

  async #test(files: readonly IndexedResult[], categories: readonly Category[]): Promise<ResultEvent[]> {
    const events: ResultEvent[] = [];
    const statuses: TestEvent["status"][] = [];
    const id = String(++this.#tests);
    let last: JsonObject | undefined;
    if (files.length > limits.attemptsPerTest) {
      this.#repairs.add(`A test has more than ${limits.attemptsPerTest} attempts; the oldest were left out`);
    }
    for (const [index, file] of files.slice(-limits.attemptsPerTest).entries()) {
      // Problems of the file were already reported by the index.
      const result = await objectOf(file.member, new ProblemLog());
      if (result === undefined) continue;
      const containers = await this.#containersOf(file);
      const worker = this.#workerOf(result);
      const of = { test: id, attempt: statuses.length, steps: 0 };
      const isLast = index === Math.min(files.length, limits.attemptsPerTest) - 1;
      const status = isLast ? statusOf(result) : earlierStatusOf(result);
      attemptEvents(events, this.#repairs, { ...of, result, containers, worker, status });
      statuses.push(status);
      last = result;
    }
    if (last === undefined) return [];
    const failed = statuses.at(-1) === "failed" || statuses.at(-1) === "error";
    events.push(testEvent(id, statuses, last, failed ? matchingCategories(categories, last) : []));
    const secrets = maskedValues(last);
    return secrets.length === 0 ? events : events.map((event) => masked(event, secrets));
  }

  async #containersOf({ uuid }: IndexedResult): Promise<JsonObject[]> {
    const parsed: JsonObject[] = [];
    for (const { member } of containersAround(uuid, this.#index)) {
      const known = this.#containers.get(member.name);
      const container = known ?? (await objectOf(member, new ProblemLog()));
      if (container === undefined) continue;
      if (this.#containers.size >= maxContainers) this.#containers.clear();
      this.#containers.set(member.name, container);
      parsed.push(container);
    }
    return parsed;
  }

  /** Returns a number for the thread, because threads in Allure have names and the timeline needs numbers. */
  #workerOf(result: JsonObject): number | undefined {
    const labels = labelsOf(result["labels"]);
    const thread = labels.first("thread");
    if (thread === undefined) return undefined;
    const name = `${labels.first("host") ?? ""} ${thread}`;
    const worker = this.#threads.get(name) ?? this.#threads.size;
    this.#threads.set(name, worker);
    return worker;
  }

  #taken(): ResultEvent[] {
    for (const repair of this.#repairs) this.#problems.addOnce("warning", repair);
    return this.#problems.take();
  }
}
