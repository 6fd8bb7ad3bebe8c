import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import type { ResultEvent, RunEvent } from "@plumb/contract/result-event.ts";
import { asObject, asString, type JsonObject, objectsOf } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import type { ProblemLog } from "#problem-log.ts";
import type { Member } from "#report-format.ts";
import { cleanText, cleanTitle } from "#text/clean-text.ts";
import { baseName } from "#text/content-type.ts";
import { attachmentEvents } from "./attachment-events.ts";
import { categoriesOf, type Category } from "./categories.ts";
import type { FolderIndex } from "./folder-index.ts";
import { objectOf, textOf, valueOf } from "./read-member.ts";

/** Information about the run from files other than results. */
export interface FolderContents {
  readonly events: readonly ResultEvent[];
  readonly categories: readonly Category[];
}

const maxFacts = 100;
/** Maximum number of lines. The file is intended for people, so longer files are not valid. */
const maxLines = 1000;
const secret = /pass(word|wd)?|secret|token|api_?key|credential|private/i;

/** Reads the files about the whole run: environment, executor, categories, and errors outside any test. */
export async function readFolderContents(
  members: readonly Member[],
  index: FolderIndex,
  problems: ProblemLog,
  repairs: Set<string>,
): Promise<FolderContents> {
  const metadata: Record<string, string> = {};
  const events: ResultEvent[] = [];
  let categories: readonly Category[] = [];
  for (const member of members) {
    const name = baseName(member.name);
    if (name === "environment.properties") addFacts(metadata, properties((await textOf(member)) ?? ""));
    else if (name === "environment.xml") addFacts(metadata, parameters((await textOf(member)) ?? ""));
    else if (name === "executor.json") addFacts(metadata, executorFacts(await objectOf(member, problems)));
    else if (name === "categories.json") {
      categories = categoriesOf(await valueOf(member, problems), (category) =>
        repairs.add(`The category "${category}" was not applied: its pattern uses more than plain text and .*`),
      );
    } else if (name.endsWith("-globals.json"))
      globalEvents(events, repairs, await objectOf(member, problems), problems);
  }
  return { events: [...events, runEvent(index, metadata)], categories };
}

function runEvent({ startedAt, endedAt }: FolderIndex, metadata: Record<string, string>): RunEvent {
  return {
    kind: "run",
    ...(startedAt === null ? {} : { startedAt }),
    ...(startedAt === null || endedAt === null ? {} : { durationMs: Math.max(0, endedAt - startedAt) }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
}

/** Adds entries of a file to the metadata, with a filter: the files are meant to be displayed, but can contain anything. */
function addFacts(metadata: Record<string, string>, facts: Iterable<readonly [name: string, value: string]>): void {
  for (const [name, value] of facts) {
    if (name === "" || value === "" || name === "__proto__" || secret.test(name)) continue;
    if (Object.keys(metadata).length >= maxFacts) return;
    metadata[cleanTitle(name, 100)] = cleanTitle(value, 500);
  }
}

function* properties(text: string): Generator<[string, string]> {
  for (const line of text.split(/\r?\n/, maxLines)) {
    const parts = /^\s*([^#!=:\s][^=:]*?)\s*[=:]\s*(.*?)\s*$/.exec(line.slice(0, 2000));
    if (parts !== null) yield [parts[1] ?? "", parts[2] ?? ""];
  }
}

function* parameters(xml: string): Generator<[string, string]> {
  const pairs = xml.slice(0, 100_000).matchAll(/<key>([^<]{1,200})<\/key>\s*<value>([^<]{1,1000})<\/value>/g);
  for (const [, name = "", value = ""] of pairs) yield [name.trim(), value.trim()];
}

function* executorFacts(executor: JsonObject | undefined): Generator<[string, string]> {
  const text = (key: string) => asString(executor?.[key]) ?? "";
  yield ["executor", text("name")];
  yield ["build", text("buildName")];
  const url = text("buildUrl");
  if (/^https?:\/\//i.test(url)) yield ["buildUrl", url];
}

function globalEvents(
  events: ResultEvent[],
  repairs: Set<string>,
  globals: JsonObject | undefined,
  problems: ProblemLog,
): void {
  for (const error of objectsOf(globals?.["errors"])) {
    const message = asString(error["message"]) ?? asString(error["trace"]) ?? "An error without a message";
    problems.addOnce("error", stripAnsi(cleanText(message, limits.message)));
  }
  attachmentEvents(events, repairs, undefined, asObject(globals)?.["attachments"]);
}
