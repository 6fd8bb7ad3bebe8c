import { avatarError, pictureHeadBytes, unreadablePicture } from "@plumb/contract/people/avatar.ts";

/** What the picker offers; what counts in the end are the file's first bytes. */
export const pictureTypes = "image/png,image/jpeg,image/webp";

/** What is wrong with a chosen file, before it is sent; null if nothing is. */
export async function avatarFileError(file: File | null): Promise<string | null> {
  if (file === null) return avatarError(null);
  try {
    // The file may have been moved or changed since it was chosen.
    const head = new Uint8Array(await file.slice(0, pictureHeadBytes).arrayBuffer());
    return avatarError({ size: file.size, head });
  } catch {
    return unreadablePicture;
  }
}
