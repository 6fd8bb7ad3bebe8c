import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

/**
 * Viewer of HTML exports, which the server adds to each export. It consists of one classic script and one style sheet, because a
 * page opened from disk cannot load modules or use `fetch`.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  define: { "process.env.NODE_ENV": '"production"' },
  publicDir: false,
  resolve: {
    alias: {
      zod: fileURLToPath(new URL("../contract/src/no-schemas.ts", import.meta.url)),
      "#lib/format/time-zone.ts": source("export/device-time-zone.ts"),
    },
  },
  build: {
    outDir: "dist/export",
    emptyOutDir: true,
    target: "es2022",
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    lib: {
      entry: source("export/main.tsx"),
      formats: ["iife"],
      name: "plumbViewer",
      fileName: () => "viewer.js",
      cssFileName: "viewer",
    },
  },
});
