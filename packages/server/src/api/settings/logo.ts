import { createHash } from "node:crypto";
import { maxLogoBytes } from "@plumb/contract/administration/settings.ts";
import type { Context } from "#core/context.ts";
import { ApiError, refusedFields } from "#core/api-error.ts";
import type { FastifyReply, FastifyRequest } from "#http/fastify.ts";
import { readPictureHeader } from "#files/images/picture-header.ts";
import { type Logo, logoOf } from "#store/administration/settings.ts";

/** Larger pictures can freeze a browser, even if their files are small. */
const maxEdge = 4000;

/**
 * Decodes an image from a `data:` URL. The type is detected from its content.
 *
 * @throws ApiError `invalid` if it is not a PNG, JPG or WebP, or is too large.
 */
export function logoFrom(address: string): Logo {
  const base64 = address.slice(address.indexOf(",") + 1);
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length >= maxLogoBytes) throw refusedFields({ logo: "The logo must be less than 200 kB" });
  const header = readPictureHeader(bytes);
  if (header === null) throw refusedFields({ logo: "Only JPEG, PNG, and WebP images are allowed" });
  if (header.width > maxEdge || header.height > maxEdge)
    throw refusedFields({ logo: `The logo must be at most ${maxEdge} pixels wide and high.` });
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  return { contentType: `image/${header.type}`, base64: bytes.toString("base64"), hash };
}

/** `GET /api/public/logo`. A URL with the hash of the current logo can be cached forever. */
export async function serveLogo(
  context: Pick<Context, "db">,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const logo = await logoOf(context.db);
  if (logo === null) throw new ApiError("not_found", "This server has no custom logo.");
  const { v } = request.query as { v?: unknown };
  return reply
    .header("content-type", logo.contentType)
    .header("content-security-policy", "sandbox; default-src 'none'")
    .header("x-content-type-options", "nosniff")
    .header("cache-control", v === logo.hash ? "public, max-age=31536000, immutable" : "no-cache")
    .send(Buffer.from(logo.base64, "base64"));
}
