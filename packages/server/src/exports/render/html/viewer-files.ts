import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { ApiError } from "#core/api-error.ts";

const built = new URL("../../../../../web/dist/export/", import.meta.url);

export interface ViewerFiles {
  readonly script: Buffer;
  readonly style: Buffer;
}

/**
 * Returns the program of the exported page from the web build.
 *
 * @throws ApiError `unavailable` if it was not built.
 */
export async function viewerFiles(folder = built): Promise<ViewerFiles> {
  const [script, style] = await Promise.all([read(folder, "viewer.js"), read(folder, "viewer.css")]);
  return { script, style };
}

async function read(folder: URL, name: string): Promise<Buffer> {
  try {
    return await readFile(new URL(name, folder));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new ApiError(
      "unavailable",
      `The viewer of HTML exports is not built: ${fileURLToPath(folder)} has no ${name}. Start Plumb with "npm start", which builds it.`,
    );
  }
}
