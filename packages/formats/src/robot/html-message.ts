import type { AttachmentRecord } from "#results/test-record.ts";
import { filesIn } from "#results/files-in-html.ts";
import { htmlText } from "#text/html-text.ts";

const embedded = /\bsrc\s*=\s*["']data:(image\/[\w.+-]{1,40});base64,([A-Za-z0-9+/=\s]+)["']/g;

/** Parses a message with markup. Returns its text, and the pictures that it contains or refers to. */
export function readHtmlMessage(html: string): { readonly text: string; readonly files: readonly AttachmentRecord[] } {
  const files: AttachmentRecord[] = [];
  const rest = html.replace(embedded, (_, contentType: string, body: string) => {
    const extension = contentType.slice("image/".length).replace(/\+.*$/, "");
    files.push({ name: `screenshot.${extension}`, contentType, body: body.replace(/\s+/g, "") });
    return "";
  });
  return { text: htmlText(rest).trim(), files: [...files, ...filesIn(rest)] };
}
