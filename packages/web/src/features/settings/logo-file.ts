import { maxLogoBytes } from "@plumb/contract/administration/settings.ts";

/** Image types of a logo, in the format of a file input. */
export const logoTypes = "image/png,image/jpeg,image/webp";

/**
 * Reads a file as a `data:` address.
 *
 * @throws Error with a message for the form.
 */
export async function logoAddress(file: File): Promise<string> {
  if (!logoTypes.split(",").includes(file.type)) throw new Error("Only JPEG, PNG, and WebP images are allowed");
  if (file.size >= maxLogoBytes) throw new Error("The logo must be less than 200 kB");
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(new Error("Failed to read file. Please try again.")));
    reader.readAsDataURL(file);
  });
}
