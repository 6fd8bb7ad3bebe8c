import { buffer } from "node:stream/consumers";
import { counted } from "@plumb/contract/text/counted.ts";
import type { Connection, Ticket, TicketFile, Tracker } from "#connectors/offers.ts";
import { machineFault } from "#core/machine-fault.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import type { OutboxContext } from "#outbox/attempt.ts";
import { artifactToServe } from "#store/results/artifacts.ts";
import { maxScreenshotBytes } from "#store/results/screenshots-of-cause.ts";

interface Attachments {
  readonly projectId: number;
  readonly tracker: Tracker;
  readonly connection: Connection;
  readonly ticket: Ticket;
  /** Artifacts of the project. */
  readonly screenshots: readonly number[];
}

/**
 * Attaches screenshots to a new ticket. The ticket exists, so an error must not lead to a second one. Returns a message about the screenshots that are
 * not attached; `null` if all are.
 */
export async function attachScreenshots(
  context: Pick<OutboxContext, "blobs" | "db">,
  { projectId, tracker, connection, ticket, screenshots }: Attachments,
): Promise<string | null> {
  const reasons: string[] = [];
  for (const id of screenshots) {
    // One after the other, so that only one file is in memory.
    const file = await readScreenshot(context, projectId, id).catch((error: unknown) => {
      const fault = machineFault(error);
      if (fault === null) throw error;
      return `${fault}.`;
    });
    if (file === null) reasons.push("its file was deleted.");
    else if (typeof file === "string") reasons.push(file);
    else
      await tracker.attachFile?.(connection, ticket.id, file).catch((error: unknown) => {
        if (!(error instanceof OutgoingError)) throw error;
        reasons.push(error.message);
      });
  }
  const [reason] = reasons;
  return reason === undefined
    ? null
    : `The ticket was created without ${counted(reasons.length, "screenshot")}: ${reason}`;
}

async function readScreenshot(
  { blobs, db }: Pick<OutboxContext, "blobs" | "db">,
  projectId: number,
  id: number,
): Promise<TicketFile | null> {
  const artifact = await artifactToServe(db, projectId, id);
  if (artifact === null) return null;
  const { blobHash, contentType } = artifact;
  const range = { start: 0, end: maxScreenshotBytes - 1 };
  const content = await blobs.open(projectId, blobHash, range);
  if (content === null) return null;
  // A name from a report could break the headers of a request.
  const extension = /^image\/(png|jpeg|webp|gif)$/.exec(contentType)?.[1] ?? "png";
  return {
    name: `screenshot-${id}.${extension === "jpeg" ? "jpg" : extension}`,
    contentType: `image/${extension}`,
    bytes: await buffer(content.stream),
  };
}
