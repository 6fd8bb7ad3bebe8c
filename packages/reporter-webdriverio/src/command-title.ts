import { asObject, asString, type JsonObject, objectsOf } from "@plumb/formats/json/json-value.ts";

const elementKey = "element-6066-11e4-a52e-4f735466cecf";
const longest = 200;
const maxElements = 2000;

/** Selectors of found elements by id, for readable step titles. */
export class KnownElements {
  readonly #selectors = new Map<string, string>();

  /** @param command A WebDriver command with its `result`. */
  learn(command: JsonObject): void {
    const selector = selectorOf(command);
    const value = asObject(command["result"])?.["value"];
    if (selector === undefined || this.#selectors.size >= maxElements) return;
    for (const element of [asObject(value) ?? {}, ...objectsOf(value)]) {
      const id = asString(element[elementKey]);
      if (id !== undefined) this.#selectors.set(id, selector);
    }
  }

  /** Returns a title such as `elementClick #buy`. Typed text, scripts and their results are left out because they may contain secrets. */
  title(command: JsonObject): string {
    const name = asString(command["command"]) ?? asString(command["endpoint"]) ?? "command";
    const subject = addressOf(command) ?? selectorOf(command) ?? this.#ofElement(command);
    return subject === undefined || subject === "" ? name : `${name} ${subject.slice(0, longest)}`;
  }

  #ofElement({ endpoint }: JsonObject): string | undefined {
    const id = /\/element\/([^/]+)\//.exec(asString(endpoint) ?? "")?.[1];
    return id === undefined ? undefined : this.#selectors.get(id);
  }
}

/** Returns the error of a command, or `null` if there is none. A missing element is not an error, because it occurs repeatedly while waiting. */
export function commandError(command: JsonObject): string | null {
  const result = asObject(command["result"]);
  const value = asObject(result?.["value"]);
  const thrown = asObject(result?.["error"]) ?? asObject(command["error"]);
  const code = asString(value?.["error"]);
  if (code === "no such element" || /^no such element/i.test(asString(thrown?.["message"]) ?? "")) return null;
  if (code !== undefined && value?.["message"] !== undefined) return asString(value["message"]) ?? code;
  if (thrown !== undefined) return asString(thrown["message"]) ?? "failed";
  return asString(result?.["error"]) ?? asString(command["error"]) ?? null;
}

/** Returns the screenshot in base64, or undefined if the command took none. */
export function pictureOf({ command, result }: JsonObject): string | undefined {
  if (command !== "takeScreenshot" && command !== "takeElementScreenshot") return undefined;
  const value = asString(asObject(result)?.["value"]);
  return value === undefined || value.length < 20 ? undefined : value;
}

/** Returns the address of a navigation without its password. */
function addressOf({ body }: JsonObject): string | undefined {
  return asString(asObject(body)?.["url"])?.replace(/^([a-z][\w+.-]*:\/\/)[^/@\s]*@/i, "$1");
}

function selectorOf({ body }: JsonObject): string | undefined {
  const fields = asObject(body);
  const [using, value] = [asString(fields?.["using"]), asString(fields?.["value"])];
  if (using === undefined || value === undefined) return undefined;
  return using === "css selector" ? value : `${using}: ${value}`;
}
