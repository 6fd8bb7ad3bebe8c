import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

/**
 * The viewer of HTML exports, which the server puts into each of them: one classic script and one style sheet, since a page
 * that is opened from disk may load neither modules nor anything by a call.
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
