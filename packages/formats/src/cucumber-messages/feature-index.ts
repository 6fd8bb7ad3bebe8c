import { asObject, type JsonObject, objectsOf } from "#json/json-value.ts";
import { lineOf, textOf } from "./values.ts";

/** A scenario, or an example row of an outline. */
export interface Position {
  /** Names of the feature and the rule. */
  readonly suites: readonly string[];
  readonly line: number | undefined;
  readonly description: string;
  /** Values of the row by column name. */
  readonly row: readonly (readonly [name: string, value: string])[];
}

/** Locations of scenarios and keywords of their steps, by node id. */
export class FeatureIndex {
  readonly #places = new Map<string, Position>();
  readonly #keywords = new Map<string, string>();

  add(document: JsonObject): void {
    const feature = asObject(document["feature"]);
    if (feature !== undefined) this.#children(feature, [textOf(feature["name"])]);
  }

  /** Returns the location of a scenario, or of its row in an outline. */
  locationOf(ids: readonly string[]): Position | undefined {
    const positions = ids.flatMap((id) => this.#places.get(id) ?? []);
    return positions.find(({ row }) => row.length > 0) ?? positions[0];
  }

  keywordOf(ids: readonly string[]): string {
    return ids.map((id) => this.#keywords.get(id)).find((keyword) => keyword !== undefined) ?? "";
  }

  #children(parent: JsonObject, suites: readonly string[]): void {
    for (const child of objectsOf(parent["children"])) {
      const rule = asObject(child["rule"]);
      const background = asObject(child["background"]);
      const scenario = asObject(child["scenario"]);
      // Rules cannot be nested.
      if (rule !== undefined && suites.length === 1) this.#children(rule, [...suites, textOf(rule["name"])]);
      if (background !== undefined) this.#steps(background);
      if (scenario !== undefined) this.#scenario(scenario, suites);
    }
  }

  #scenario(scenario: JsonObject, suites: readonly string[]): void {
    const description = textOf(scenario["description"]).trim();
    this.#steps(scenario);
    this.#places.set(textOf(scenario["id"]), { suites, line: lineOf(scenario["location"]), description, row: [] });
    for (const examples of objectsOf(scenario["examples"])) {
      const names = cellsOf(examples["tableHeader"]);
      for (const row of objectsOf(examples["tableBody"])) {
        const cells = cellsOf(row);
        const filled = names.map((name, index) => [name, cells[index] ?? ""] as const);
        this.#places.set(textOf(row["id"]), { suites, line: lineOf(row["location"]), description, row: filled });
      }
    }
  }

  #steps(owner: JsonObject): void {
    for (const step of objectsOf(owner["steps"])) this.#keywords.set(textOf(step["id"]), textOf(step["keyword"]));
  }
}

/** Returns the texts of a table row. */
export function cellsOf(row: unknown): string[] {
  return objectsOf(asObject(row)?.["cells"]).map((cell) => textOf(cell["value"]));
}
