import { Buffer } from "node:buffer";
import { asObject, asString, type JsonObject, objectsOf, stringsOf } from "#json/json-value.ts";
import type { AttachmentRecord } from "#results/test-record.ts";

/** Type of texts from JavaScript's `this.log`, which are output rather than attachments. */
const logType = "text/x.cucumber.log+plain";

/** Returns the files that a step or a hook attached. */
export function attachmentsOf(source: JsonObject): AttachmentRecord[] {
  return objectsOf(source["embeddings"])
    .filter((embedding) => typeOf(embedding) !== logType)
    .map((embedding) => {
      const contentType = typeOf(embedding);
      return { name: asString(embedding["name"]), contentType, body: bodyOf(embedding, contentType) };
    });
}

/** Returns the output of a step or hook. */
export function outputOf(source: JsonObject): string {
  const logged = objectsOf(source["embeddings"])
    .filter((embedding) => typeOf(embedding) === logType)
    .map((embedding) => {
      const data = asString(embedding["data"]) ?? "";
      return isBase64(data) ? Buffer.from(data, "base64").toString("utf8") : data;
    });
  const lines = [...stringsOf(source["output"]), ...logged].filter((line) => line !== "");
  return lines.map((line) => (line.endsWith("\n") ? line : `${line}\n`)).join("");
}

function typeOf(embedding: JsonObject): string | undefined {
  return asString(embedding["mime_type"]) ?? asString(asObject(embedding["media"])?.["type"]);
}

/** Texts are plain in some versions, and base64 like all other content in others. */
function bodyOf(embedding: JsonObject, contentType: string | undefined): string {
  const data = asString(embedding["data"]) ?? "";
  const isText = /^text\/|json|xml/.test(contentType ?? "text/plain");
  return isText && !data.startsWith("data:") && !isBase64(data) ? Buffer.from(data, "utf8").toString("base64") : data;
}

function isBase64(data: string): boolean {
  return data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data);
}
