import { collectParts } from "#json/collect-parts.ts";
import { asObject, asString, objectsOf, stringsOf } from "#json/json-value.ts";

/** What a feature says of itself, which belongs to each of its scenarios. */
export interface Header {
  name: string;
  file: string | undefined;
  description: string;
  tags: readonly string[];
  /** Python's behave writes seconds where the others write nanoseconds. */
  isBehave: boolean;
}

/** Of each feature, in their order. */
export async function readHeaders(text: AsyncIterable<string>): Promise<Header[]> {
  const headers: Header[] = [];
  const members = {
    name: "name",
    uri: "uri",
    location: "location",
    description: "description",
    tags: "tags",
    status: "status",
  };
  await collectParts(text, { elements: { name: "feature", members } }, (name, value) => {
    if (name === "feature") headers.push({ name: "", file: undefined, description: "", tags: [], isBehave: false });
    const header = headers.at(-1);
    if (header !== undefined) tell(header, name, value);
  });
  return headers;
}

function tell(header: Header, name: string, value: unknown): void {
  if (name === "name") header.name = asString(value) ?? "";
  else if (name === "description") header.description = asString(value) ?? "";
  else if (name === "tags") header.tags = tagNames(value);
  else if (name === "uri") header.file = fileOf(asString(value));
  else if (name === "location" && typeof value === "string") {
    header.isBehave = true;
    header.file = value.replace(/:\d+$/, "");
  }
}

/** Behind the scheme of the JVM; scenarios of a rerun name lines. */
function fileOf(uri: string | undefined): string | undefined {
  return uri?.replace(/^(?:classpath|file):(?:\/\/)?/, "").replace(/\.feature:[\d:]+$/, ".feature");
}

/** Objects with a name; behave writes the names alone. */
export function tagNames(tags: unknown): string[] {
  return [...objectsOf(tags).map((tag) => asString(asObject(tag)?.["name"]) ?? ""), ...stringsOf(tags)];
}
