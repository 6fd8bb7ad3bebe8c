import { classicScript, source } from "./classic-script.ts";

/** Viewer of HTML exports, which the server adds to each export. */
export default classicScript({
  entry: "export/main.tsx",
  name: "plumbViewer",
  file: "viewer",
  outDir: "dist/export",
  alias: { "#lib/format/time-zone.ts": source("export/device-time-zone.ts") },
});
