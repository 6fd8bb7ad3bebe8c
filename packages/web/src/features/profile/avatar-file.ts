import { avatarError, pictureHeadBytes, unreadablePicture } from "@plumb/contract/people/avatar.ts";

/** Types offered by the file picker. The first bytes of the file determine its actual type. */
export const pictureTypes = "image/png,image/jpeg,image/webp";

/** Validates a selected file before the upload. Returns the error, or `null` if it is valid. */
export async function avatarFileError(file: File | null): Promise<string | null> {
  if (file === null) return avatarError(null);
  try {
    // The file may have been moved or changed since it was selected.
    const head = new Uint8Array(await file.slice(0, pictureHeadBytes).arrayBuffer());
    return avatarError({ size: file.size, head });
  } catch {
    return unreadablePicture;
  }
}
