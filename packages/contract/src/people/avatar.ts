import { z } from "zod";
import { endpoint, fileForm, success } from "#endpoint.ts";
import { Profile } from "./profile.ts";

/** Maximum file size of a picture, in bytes. */
export const maxAvatarBytes = 5 * 1024 * 1024;

/** Number of leading bytes that `pictureType` needs. */
export const pictureHeadBytes = 12;

export type PictureType = "jpeg" | "png" | "webp";

/** Returns the image type based on the first bytes, ignoring the file name; `null` if the file is not a valid avatar. */
export function pictureType(head: Uint8Array): PictureType | null {
  const starts = (at: number, ...bytes: number[]) => bytes.every((byte, index) => head[at + index] === byte);
  if (starts(0, 0xff, 0xd8, 0xff)) return "jpeg";
  if (starts(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png";
  // "RIFF", four bytes of length, "WEBP".
  if (starts(0, 0x52, 0x49, 0x46, 0x46) && starts(8, 0x57, 0x45, 0x42, 0x50)) return "webp";
  return null;
}

/**
 * Returns the error message for a file that is not a valid avatar, for the page and the server; `null` if it is valid.
 *
 * @param file `null` if no file was chosen. `head` has the first `pictureHeadBytes` bytes, or all bytes of a smaller file.
 */
export function avatarError(file: { readonly size: number; readonly head: Uint8Array } | null): string | null {
  if (file === null || file.size === 0) return "Please select a file";
  if (file.size > maxAvatarBytes) return "File size must be less than 5MB";
  return pictureType(file.head) === null ? "Only JPEG, PNG, and WebP images are allowed" : null;
}

/** Message for a picture that cannot be read or decoded. */
export const unreadablePicture = "Failed to read file. Please try again.";

const response = success(z.object({ profile: Profile }));

export const uploadAvatar = endpoint({
  method: "POST",
  path: "/api/profile/avatar",
  summary: "Set the caller's picture: JPEG, PNG or WebP up to 5 MB; it is cropped to a square and re-encoded",
  allow: "user",
  body: fileForm("avatar"),
  response,
});

export const deleteAvatar = endpoint({
  method: "DELETE",
  path: "/api/profile/avatar",
  summary: "Remove the caller's picture, if there is one",
  allow: "user",
  response,
});

export const readAvatar = endpoint({
  method: "GET",
  path: "/api/avatars/:name",
  summary: "Read a picture by the random name in an avatarUrl",
  // An `img` element cannot send a token, so the random file name protects the picture.
  allow: "public",
  params: z.object({ name: z.string().max(500) }),
  /** The image file in WebP format. */
  response: z.unknown(),
});
