import { lazyPart } from "#lib/page/lazy-part.tsx";

/** Uploads in progress and their outcome. The code loads later, because no upload is running when a page opens. */
export const UploadPanels = lazyPart(async () => (await import("./upload-panel.tsx")).UploadPanels);
