import { Writable } from "node:stream";
import type { MailFile, Message } from "#connectors/message.ts";
import type { Context } from "#core/context.ts";
import { fileName } from "#exports/file-name.ts";
import { renderWeekInThread } from "#exports/render/render-week-in-thread.ts";
import type { WeekReport } from "./week-message.ts";

const maxBytes = 5_000_000;
/** An attempt to send the mail must end before its claim is lost. */
const timeoutMs = 15_000;

/** Returns the PDF of a weekly report, and the message with a sentence about it. If the PDF cannot be created, the mail is sent without it. */
export async function attachWeek(
  { threads, log }: Pick<Context, "log" | "threads">,
  message: Message,
  { week, origin }: WeekReport,
): Promise<{ message: Message; attachments: MailFile[] }> {
  try {
    const content = await pdfOf(threads, { week, origin });
    const name = fileName([week.projectName, week.week], "pdf");
    return {
      message: { ...message, footer: "The attached PDF has the complete report." },
      attachments: [{ name, contentType: "application/pdf", content }],
    };
  } catch (error) {
    log.error({ err: error, week: week.week }, "the PDF of a weekly report could not be created");
    return {
      message: {
        ...message,
        footer: "The PDF could not be created. The page has the complete report, and a button for the PDF.",
      },
      attachments: [],
    };
  }
}

async function pdfOf(threads: Context["threads"], job: Pick<WeekReport, "origin" | "week">): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      chunks.push(chunk);
      done(bytes > maxBytes ? new Error(`The PDF has more than ${maxBytes} bytes.`) : null);
    },
  });
  await renderWeekInThread(threads, job, out, AbortSignal.timeout(timeoutMs));
  return Buffer.concat(chunks);
}
