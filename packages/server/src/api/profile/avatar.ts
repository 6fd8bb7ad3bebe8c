import { randomBytes } from "node:crypto";
import {
  avatarError,
  deleteAvatar,
  maxAvatarBytes,
  pictureHeadBytes,
  unreadablePicture,
  uploadAvatar,
} from "@plumb/contract/people/avatar.ts";
import type { Api } from "#http/api.ts";
import { signedIn } from "#http/caller.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import type { FastifyReply, FastifyRequest } from "#http/fastify.ts";
import { readFormFile } from "#http/form-file.ts";
import { createRateLimit } from "#core/rate-limit.ts";
import { createAvatarMaker, maxPixels } from "#files/images/avatar-maker.ts";
import { avatarByName, storeAvatar, removeAvatar } from "#store/sql/avatars.ts";
import { profileOf } from "#store/people/profiles.ts";

export function avatarRoutes(api: Api<"db">, { clock, threads }: Pick<Context, "clock" | "threads">): void {
  const makeAvatar = createAvatarMaker(threads, { waiting: 10, timeoutMs: 30_000 });
  const uploads = createRateLimit({ max: 20, windowMs: 60_000, clock });

  api.route(uploadAvatar, async ({ context, caller, request }) => {
    const { user } = signedIn(caller);
    uploads.count(String(user.id));
    const bytes = await readFormFile(request, "avatar", {
      maxBytes: maxAvatarBytes,
      message: "File size must be less than 5MB",
    });
    const wrong = avatarError(bytes && { size: bytes.length, head: bytes.subarray(0, pictureHeadBytes) });
    if (bytes === null || wrong !== null) throw new ApiError("invalid", wrong ?? unreadablePicture);
    const made = await makeAvatar(bytes);
    if ("refused" in made) throw refusals[made.refused]();
    await storeAvatar(context.db, { userId: user.id, name: randomBytes(16).toString("base64url"), image: made.image });
    return { data: { profile: await profileOf(context.db, user.id) } };
  });

  api.route(deleteAvatar, async ({ context, caller }) => {
    const { user } = signedIn(caller);
    await removeAvatar(context.db, user.id);
    return { data: { profile: await profileOf(context.db, user.id) } };
  });
}

const refusals = {
  unreadable: () => new ApiError("invalid", unreadablePicture),
  "too-many-pixels": () =>
    new ApiError("invalid", `The image is larger than ${maxPixels / 1_000_000} megapixels. Choose a smaller one.`),
  busy: () =>
    new ApiError("unavailable", "Too many images are being processed. Nothing was changed; try again in a minute."),
} as const;

/** `GET /api/avatars/:name`. The secret name authorises the request, because `img` elements send no token. The picture never changes. */
export async function serveAvatar(
  context: Pick<Context, "db">,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { name } = request.params as { name: string };
  const image = /^[\w-]{22}$/.test(name) ? await avatarByName(context.db, name) : null;
  if (image === null) throw new ApiError("not_found", "This picture does not exist; it may have been replaced.");
  return reply
    .header("content-type", "image/webp")
    .header("content-disposition", "inline")
    .header("content-security-policy", "sandbox; default-src 'none'")
    .header("x-content-type-options", "nosniff")
    .header("cross-origin-resource-policy", "same-origin")
    .header("cache-control", "private, max-age=31536000, immutable")
    .send(image);
}
