import type { ArtifactEvent } from "@plumb/contract/result-event.ts";
import { limits } from "#limits.ts";
import { cleanTitle } from "#text/clean-text.ts";
import { baseName, contentTypeOf } from "#text/content-type.ts";
import type { AttachmentRecord } from "./test-record.ts";

/** Returns an attachment of an attempt or, without `whose`, of the run. Undefined for links to the web and for empty attachments. */
export function attachmentEvent(
  attachment: AttachmentRecord,
  whose: { readonly test?: string; readonly attempt?: number } = {},
): ArtifactEvent | undefined {
  const data = dataAddress(attachment.body ?? attachment.path ?? "");
  const path = data === undefined && isFile(attachment.path) ? attachment.path : undefined;
  const body = data?.body ?? attachment.body;
  if (path === undefined && (body === undefined || body === "")) return undefined;
  const name = cleanTitle(attachment.name ?? "", limits.title).trim();
  const contentType = cleanTitle(attachment.contentType ?? data?.contentType ?? "", 200);
  return {
    kind: "artifact",
    ...whose,
    ...(whose.attempt === undefined || attachment.step === undefined ? {} : { step: attachment.step }),
    name: name === "" ? (path === undefined ? "attachment" : cleanTitle(baseName(path), limits.title)) : name,
    contentType: contentType === "" ? contentTypeOf(path ?? name) : contentType,
    ...(path === undefined ? {} : { path }),
    ...(body === undefined || body === "" ? {} : { body }),
  };
}

/** Parses a data URL such as `data:image/png;base64,…`. */
function dataAddress(text: string): { readonly contentType: string; readonly body: string } | undefined {
  if (!text.startsWith("data:")) return undefined;
  const [, contentType = ""] = /^data:([\w.+/-]*)[^,]*;base64,/.exec(text.slice(0, 300)) ?? [];
  return contentType === "" ? undefined : { contentType, body: text.slice(text.indexOf(",") + 1) };
}

function isFile(path: string | undefined): path is string {
  return (
    path !== undefined &&
    path.trim() !== "" &&
    path.length <= limits.title &&
    !/^(?!file:|[a-z]:)[a-z][a-z0-9+.-]*:/i.test(path)
  );
}
