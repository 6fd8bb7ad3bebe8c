import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Gallery of all views in their states, for developers (`npx vite --config packages/web/gallery/vite.config.ts`) and for specs. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: "../../../.cache/gallery",
    emptyOutDir: true,
    target: "es2022",
    // A single file, because a view has about sixty modules, and loading them took most of the time of a spec.
    rolldownOptions: { output: { codeSplitting: false } },
    cssCodeSplit: false,
    chunkSizeWarningLimit: 5000,
  },
  // Lets the browser cache the script and its compiled form. Each run has its own port.
  preview: { headers: { "cache-control": "public, max-age=31536000, immutable" } },
});
