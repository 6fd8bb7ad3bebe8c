import { afterPage } from "#lib/page/after-page.ts";

/**
 * Uploads in progress and their outcome. Loaded later with the form of details, because pages start without them.
 */
export const UploadPanels = afterPage(async () => (await import("./upload-panel.tsx")).UploadPanels);
