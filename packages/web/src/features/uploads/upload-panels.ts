import { lazyPart } from "#lib/page/lazy-part.tsx";

/** Uploads in progress and their outcome. The code loads later, because pages start without them. */
export const UploadPanels = lazyPart(async () => (await import("./upload-panel.tsx")).UploadPanels);
