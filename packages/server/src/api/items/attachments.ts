import { createHash } from "node:crypto";
import {
  addItemAttachment,
  type ItemAttachment,
  removeItemAttachment,
} from "@plumb/contract/items/annotation-parts.ts";
import { itemLimits } from "@plumb/contract/items/item-labels.ts";
import { roleAllows } from "@plumb/contract/people/auth.ts";
import { attachmentLinks } from "#api/artifacts/artifact-links.ts";
import type { Context } from "#core/context.ts";
import { ApiError, refusedFields } from "#core/api-error.ts";
import { createRateLimit } from "#core/rate-limit.ts";
import type { Api } from "#http/api.ts";
import type { Caller } from "#http/caller.ts";
import { signedIn } from "#http/caller.ts";
import type { FastifyRequest } from "#http/fastify.ts";
import { readFormUpload } from "#http/form-file.ts";
import { attachFile, detachFile } from "#items/attach-file.ts";
import { storedItem } from "#items/change-item.ts";
import { storeContents, storageAdvice } from "#runs/store-contents.ts";
import { attachmentsOf } from "#store/items/attachments.ts";
import type { Db } from "#store/db.ts";
import { membershipRole } from "#store/projects/members.ts";
import { editorOf } from "./editor-of.ts";

/** Routes for attachments. They must be registered where forms are parsed. */
export function attachmentRoutes(
  api: Api<"artifactPort" | "blobs" | "bus" | "clock" | "config" | "db" | "log" | "signer">,
  { clock }: Pick<Context, "clock">,
): void {
  const uploads = createRateLimit({ max: 60, windowMs: 60_000, clock });

  api.route(addItemAttachment, async ({ context, params, request, ...call }) => {
    const { projectId, caller } = call;
    const { annotationId: itemId } = params;
    uploads.count(String(signedIn(caller).user.id));
    await storedItem(context.db, projectId, itemId);
    const file = await readFormUpload(request, "file", {
      maxBytes: itemLimits.attachmentBytes,
      message: "The file is larger than 25 MB. Nothing was attached.",
    });
    if (file === null || file.bytes.length === 0) throw refusedFields({ file: "Please select a file" });
    const blobHash = createHash("sha256").update(file.bytes).digest("hex");
    const content = { hash: blobHash, bytes: file.bytes.length, from: file.bytes };
    const { refused, why } = await storeContents(context, projectId, [content]);
    if (refused.size > 0) throw new ApiError("too_large", `Nothing was attached, because ${why}. ${storageAdvice}`);
    const id = await attachFile(context, editorOf(call), itemId, {
      name: file.name,
      contentType: file.contentType,
      size: file.bytes.length,
      blobHash,
    });
    const files = await filesOf(context, request, { projectId, itemId, caller });
    return { data: files.find((one) => one.id === id) as ItemAttachment };
  });

  api.route(removeItemAttachment, async ({ context, params, ...call }) => {
    const { projectId, caller } = call;
    const part = { itemId: params.annotationId, id: params.attachmentId };
    const [file] = (await attachmentsOf(context.db, projectId, part.itemId)).filter(({ id }) => id === part.id);
    if (file === undefined)
      throw new ApiError("not_found", "This file does not exist; it may already have been removed.");
    if (file.by.id !== signedIn(caller).user.id && !(await leads(context.db, projectId, caller)))
      throw new ApiError("forbidden", `${file.by.name} attached this file; only they or a project lead can remove it.`);
    await detachFile(context, editorOf(call), part, file.name);
    return { data: null };
  });
}

/** Returns the files of an item with links for the caller. */
export async function filesOf(
  context: Pick<Context, "artifactPort" | "clock" | "config" | "db" | "signer">,
  request: FastifyRequest,
  { projectId, itemId, caller }: { readonly projectId: number; readonly itemId: number; readonly caller: Caller },
): Promise<ItemAttachment[]> {
  const stored = await attachmentsOf(context.db, projectId, itemId);
  const lead = stored.length > 0 && (await leads(context.db, projectId, caller));
  const linksOf = attachmentLinks(context, request, projectId);
  return stored.map(({ at, ...file }) => ({
    ...file,
    at: at.toISOString(),
    ...linksOf(file),
    removable: lead || (caller.kind === "user" && file.by.id === caller.user.id),
  }));
}

async function leads(db: Db, projectId: number, caller: Caller): Promise<boolean> {
  if (caller.kind !== "user") return false;
  if (caller.user.role === "ADMIN") return true;
  const role = await membershipRole(db, projectId, caller.user.id);
  return role !== null && roleAllows(role, "project:manage");
}
