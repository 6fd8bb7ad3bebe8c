import { binaryKind } from "#detection/binary.ts";
import { declinedReport } from "#detection/declined.ts";
import { formats } from "./registry.ts";
import type { ReportFormat } from "./report-format.ts";

/** Either a format, or a message for the user: what the file is and what to upload instead. */
export type Detection = { readonly format: ReportFormat } | { readonly declined: string };

/** Length of the decoded text that `detect` needs. */
export const headLength = 64 * 1024;

/**
 * Detects the format of a file by its content, because names are unreliable.
 *
 * @param head The first 64 kB of decoded text (all of it, if the file is shorter).
 * @param bytes The first raw bytes, to distinguish archives and images from text.
 * @param name Only used for formats that distinguish their files by name.
 */
export function detect(head: string, bytes?: Uint8Array, name = ""): Detection {
  const binary = binaryKind(bytes ?? new Uint8Array(0), head);
  if (binary !== undefined) return { declined: binary };
  const text = head.replace(/^\ufeff/, "");
  if (text.trim() === "") return { declined: "The file is empty: the tool stopped before it wrote the first line" };
  const format = formats.find((each) => each.recognises(text, name));
  if (format !== undefined) return { format };
  return { declined: declinedReport(text) };
}
