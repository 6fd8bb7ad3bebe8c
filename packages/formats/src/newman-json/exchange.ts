import { Buffer } from "node:buffer";
import { asObject, asString, asText, type JsonObject, stringsOf } from "#json/json-value.ts";

const maxBody = 10_000;
const maxAddress = 1000;

/**
 * Returns the request and the response of an execution as text. Headers, cookies, credentials and the query are left out, because they
 * can contain secrets.
 */
export function exchangeOf(execution: JsonObject): string {
  const request = asObject(execution["request"]) ?? {};
  const response = asObject(execution["response"]);
  const sent = `${asString(request["method"]) ?? "GET"} ${addressOf(request["url"])}`.slice(0, maxAddress);
  if (response === undefined) return `${sent}\n`;
  const status = [asText(response["code"]), asString(response["status"])].filter((part) => part !== undefined);
  return `${sent}\nresponse: ${status.join(" ")}\n${bodyOf(response)}\n`;
}

function addressOf(url: unknown): string {
  if (typeof url === "string") return withoutSecrets(url);
  const { protocol, host, port, path } = asObject(url) ?? {};
  const scheme = asString(protocol)?.replace(/:\/*$/, "");
  const name = typeof host === "string" ? host : stringsOf(host).join(".");
  const folders = typeof path === "string" ? path.replace(/^\//, "") : stringsOf(path).join("/");
  const end = asText(port) === undefined ? "" : `:${asText(port)}`;
  return withoutSecrets(`${scheme === undefined ? "" : `${scheme}://`}${name}${end}/${folders}`);
}

/** Removes the user and password before the host, and the query. */
function withoutSecrets(address: string): string {
  return address
    .slice(0, maxAddress * 4)
    .replace(/[?#][^]*$/, "")
    .replace(/^([a-z]{1,10}:\/\/)[^/@]*@/i, "$1");
}

/** The body is a buffer as Node serialises it, or text in reports that were written by other tools. */
function bodyOf(response: JsonObject): string {
  const stream = asObject(response["stream"]);
  const bytes = stream?.["data"];
  const body = asString(response["body"]);
  if (!Array.isArray(bytes)) return body === undefined ? "" : cut(body);
  const start = Buffer.from(bytes.slice(0, maxBody * 4)).toString("utf8");
  if (start.slice(0, 1000).includes("\0")) return `(${bytes.length} bytes that are not text)`;
  return cut(start);
}

function cut(body: string): string {
  return body.length > maxBody ? `${body.slice(0, maxBody)}…` : body;
}
