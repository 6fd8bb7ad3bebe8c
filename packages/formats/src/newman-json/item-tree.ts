import { asString } from "#json/json-value.ts";
import { limits } from "#limits.ts";

interface Item {
  id: string;
  name: string;
  readonly parent: Item | undefined;
}

const maxItems = 100_000;

/** The folders and requests of a collection. */
export class ItemTree {
  readonly #byId = new Map<string, Item>();
  readonly #open: Item[] = [];

  open(): void {
    this.#open.push({ id: "", name: "", parent: this.#open.at(-1) });
  }

  learn(fact: "id" | "name", value: unknown): void {
    const item = this.#open.at(-1);
    if (item !== undefined) item[fact] = (asString(value) ?? "").slice(0, limits.title);
  }

  close(): void {
    const item = this.#open.pop();
    if (item !== undefined && item.id !== "" && this.#byId.size < maxItems) this.#byId.set(item.id, item);
  }

  /**
   * Returns the folders of a request and its name. A slash between spaces separates titles, because Newman's JUnit XML joins the titles
   * with it.
   */
  pathOf(id: string, name: string): string[] {
    const names: string[] = [];
    for (let item = this.#byId.get(id); item !== undefined; item = item.parent)
      names.unshift(item.name === "" ? item.id : item.name);
    const path = names.length === 0 ? [name === "" ? id : name] : names;
    return path.join(" / ").split(" / ");
  }
}
