import { collectParts } from "#json/collect-parts.ts";
import { asNumber, asObject, asString, type JsonObject, objectsOf, stringsOf } from "#json/json-value.ts";

/** Fields of a feature that apply to its scenarios. */
export interface Header {
  name: string;
  file: string | undefined;
  description: string;
  tags: readonly string[];
  /** True for Python's behave, which writes seconds rather than nanoseconds. */
  isBehave: boolean;
}

/** The result of the first reading. */
export interface FirstReading {
  /** Feature headers in order. */
  readonly headers: readonly Header[];
  /** Execution counts of scenarios that ran more than once, by scenario key. */
  readonly runs: Map<string, number>;
}

/** Returns a key for a scenario, or a row of an outline, within the file. Empty if the report has no id and line for it. */
export function keyOf({ id, line }: JsonObject, file: string | undefined): string {
  const name = asString(id) ?? "";
  return name === "" || asNumber(line) === undefined ? "" : `${file ?? ""} ${name}:${asNumber(line)}`;
}

export async function readHeaders(text: AsyncIterable<string>): Promise<FirstReading> {
  const headers: Header[] = [];
  const scenarios: { readonly header: Header; id: unknown; line: unknown }[] = [];
  const members = {
    name: "name",
    uri: "uri",
    location: "location",
    description: "description",
    tags: "tags",
    status: "status",
    elements: { elements: { members: { id: "elementId", line: "elementLine" }, name: "element" } },
  };
  await collectParts(text, { elements: { name: "feature", members } }, (name, value) => {
    if (name === "feature") headers.push({ name: "", file: undefined, description: "", tags: [], isBehave: false });
    const header = headers.at(-1);
    if (header === undefined) return;
    const scenario = scenarios.at(-1);
    if (name === "element") scenarios.push({ header, id: undefined, line: undefined });
    else if (name === "elementId" && scenario !== undefined) scenario.id = value;
    else if (name === "elementLine" && scenario !== undefined) scenario.line = value;
    else add(header, name, value);
  });
  return { headers, runs: repeated(scenarios.map(({ header, id, line }) => keyOf({ id, line }, header.file))) };
}

function repeated(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) if (key !== "") counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const [key, count] of counts) if (count === 1) counts.delete(key);
  return counts;
}

function add(header: Header, name: string, value: unknown): void {
  if (name === "name") header.name = asString(value) ?? "";
  else if (name === "description") header.description = asString(value) ?? "";
  else if (name === "tags") header.tags = tagNames(value);
  else if (name === "uri") header.file = fileOf(asString(value));
  else if (name === "location" && typeof value === "string") {
    header.isBehave = true;
    header.file = value.replace(/:\d+$/, "");
  }
}

/** Returns the file of a feature without the URI scheme (JVM) and the lines of selected scenarios (rerun). */
function fileOf(uri: string | undefined): string | undefined {
  return uri?.replace(/^(?:classpath|file):(?:\/\/)?/, "").replace(/\.feature:[\d:]+$/, ".feature");
}

/** Tags are objects with a name, or only names in behave. */
export function tagNames(tags: unknown): string[] {
  return [...objectsOf(tags).map((tag) => asString(asObject(tag)?.["name"]) ?? ""), ...stringsOf(tags)];
}
