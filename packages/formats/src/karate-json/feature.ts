import { collectParts } from "#json/collect-parts.ts";
import { asNumber, asString } from "#json/json-value.ts";
import type { Outline } from "#json/json-report.ts";
import { limits } from "#limits.ts";

/** Facts about a feature that its scenarios need. */
export interface Feature {
  readonly name: string;
  readonly description: string;
  readonly file: string | undefined;
  /** Names that several examples have. Their rows are needed to tell them apart. */
  readonly repeatedExamples: ReadonlySet<string>;
}

const outline: Outline = {
  members: {
    name: "feature name",
    description: "description",
    relativePath: "relativePath",
    prefixedPath: "prefixedPath",
    scenarioResults: { elements: { name: "scenario", members: { name: "name", exampleIndex: "exampleIndex" } } },
  },
};

export async function readFeature(text: AsyncIterable<string>): Promise<Feature> {
  const facts = new Map<string, string>();
  const examples = new Set<string>();
  const repeatedExamples = new Set<string>();
  let scenario = { name: "", isExample: false };
  const take = (part: string, value: unknown) => {
    if (part === "scenario") scenario = { name: "", isExample: false };
    else if (part === "name") scenario.name = nameOf(value);
    else if (part === "exampleIndex") scenario.isExample = (asNumber(value) ?? -1) >= 0;
    else facts.set(part, asString(value) ?? "");
  };
  await collectParts(text, outline, take, () => {
    const { name, isExample } = scenario;
    if (isExample && examples.has(name)) repeatedExamples.add(name);
    if (isExample) examples.add(name);
  });
  const path = facts.get("relativePath") ?? facts.get("prefixedPath")?.replace(/^(?:classpath|file):/, "");
  return {
    name: facts.get("feature name") ?? "",
    description: facts.get("description") ?? "",
    file: path,
    repeatedExamples,
  };
}

/** Returns the name of a scenario, at most as long as a title. */
export function nameOf(value: unknown): string {
  return (asString(value) ?? "").trim().slice(0, limits.title);
}
