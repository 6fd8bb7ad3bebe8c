import { randomUUID } from "node:crypto";
import type { TicketFile } from "./offers.ts";

/** Returns the body of a form with one file. */
export function multipart(
  fieldName: string,
  { name, contentType, bytes }: TicketFile,
): {
  readonly type: string;
  readonly bytes: Buffer;
} {
  const boundary = `plumb-${randomUUID()}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${fieldName}"; filename="${name}"\r\nContent-Type: ${contentType}\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
