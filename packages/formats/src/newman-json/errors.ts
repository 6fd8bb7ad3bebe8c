import { asObject, asString, asText, type JsonObject, objectsOf } from "#json/json-value.ts";
import type { ErrorRecord } from "#results/test-record.ts";

/** Returns the error of an assertion, a script or a request. */
export function errorOf(error: JsonObject): ErrorRecord {
  const message = asString(error["message"]) ?? "";
  return {
    type: asString(error["name"]) ?? asString(error["type"]),
    message: message === "" ? networkMessage(error) : message,
    stack: error["stack"],
  };
}

/** Returns the error of a request that got no response; undefined if it got one. */
export function requestErrorOf(error: unknown): ErrorRecord | undefined {
  if (error === undefined || error === null) return undefined;
  const found = errorOf(asObject(error) ?? { message: error });
  return { ...found, message: found.message ?? found.type ?? "The request failed" };
}

/** Returns the errors of the scripts before and after a request. */
export function scriptErrorsOf(execution: JsonObject): ErrorRecord[] {
  return ["prerequestScript", "testScript"].flatMap((script) =>
    objectsOf(execution[script]).flatMap(({ error }) => {
      const details = asObject(error);
      return details === undefined ? [] : [errorOf(details)];
    }),
  );
}

/** Returns a sentence about a failure that belongs to no request. */
export function outsideFailure(subject: string, error: JsonObject): string {
  const { message, type } = errorOf(error);
  const text = asString(message) ?? asString(type);
  return text === undefined ? `${subject}; the report has no details` : `${subject}: ${text.slice(0, 1000)}`;
}

/** Newman writes a network error without its message. It is composed as in Node: `connect ECONNREFUSED 127.0.0.1:80`. */
function networkMessage(error: JsonObject): string | undefined {
  const { syscall, code, address, hostname, port } = error;
  const location = [asText(address) ?? asText(hostname), asText(port)].filter((part) => part !== undefined).join(":");
  const parts = [asText(syscall), asText(code), location].filter((part) => part !== undefined && part !== "");
  return parts.length === 0 ? undefined : parts.join(" ");
}
