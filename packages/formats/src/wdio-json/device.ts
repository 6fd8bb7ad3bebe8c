import { asObject, asString, asText, type JsonObject } from "#json/json-value.ts";
import { browserIn } from "#text/browser-name.ts";
import { addFact } from "#text/shown-facts.ts";

/** Browser or device of the tests. */
export interface Device {
  /** Distinguishes executions of a test; without versions, which change. */
  readonly variant: string;
  readonly browser: string | undefined;
  readonly facts: Record<string, string>;
}

const visible = ["browserName", "browserVersion", "version", "platformName", "platformVersion", "deviceName"];
const maxRemotes = 8;

/** Returns the device of a session, or of several sessions by name (multiremote). */
export function deviceOf(capabilities: unknown): Device {
  const sessions = sessionsOf(asObject(capabilities) ?? {});
  const facts: Record<string, string> = {};
  for (const { name, session } of sessions)
    for (const key of visible)
      addFact(facts, name === "" ? key : `${key} [${name}]`, asText(capability(session, key)) ?? "");
  const variant = sessions
    .map(({ session }) => variantOf(session))
    .filter((part) => part !== "")
    .join(" + ");
  return { variant, browser: browserIn(variant), facts };
}

function sessionsOf(capabilities: JsonObject): { readonly name: string; readonly session: JsonObject }[] {
  if (visible.some((key) => capability(capabilities, key) !== undefined)) return [{ name: "", session: capabilities }];
  return Object.entries(capabilities)
    .slice(0, maxRemotes)
    .flatMap(([name, value]) => {
      const session = asObject(asObject(value)?.["capabilities"]) ?? asObject(value);
      return session === undefined ? [] : [{ name: name.slice(0, 30), session }];
    });
}

/** Appium adds a vendor prefix to the names. */
function capability(session: JsonObject, key: string): unknown {
  return session[key] ?? session[`appium:${key}`];
}

function variantOf(session: JsonObject): string {
  const [browser = "", device = "", platform = ""] = ["browserName", "deviceName", "platformName"].map(
    (key) => asString(capability(session, key)) ?? "",
  );
  const names = [browser, device].filter((name) => name !== "");
  return names.length === 0 ? platform : names.join(", ");
}
