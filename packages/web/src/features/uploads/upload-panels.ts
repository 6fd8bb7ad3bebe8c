import { afterPage } from "#lib/page/after-page.ts";

/** What is being sent, and what became of it. With the form of its details it is not part of what a page begins with: nothing is shown then. */
export const UploadPanels = afterPage(async () => (await import("./upload-panel.tsx")).UploadPanels);
