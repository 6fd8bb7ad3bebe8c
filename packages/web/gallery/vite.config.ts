import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Every view in its states, for people (`npx vite --config packages/web/gallery/vite.config.ts`) and for the specs. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: "../../../.cache/gallery",
    emptyOutDir: true,
    target: "es2022",
    // All in one file, for a view of its own is made of sixty: fetching them took a browser most of the time of a spec.
    rolldownOptions: { output: { codeSplitting: false } },
    cssCodeSplit: false,
    chunkSizeWarningLimit: 5000,
  },
  // A browser that knows that nothing changes keeps the script, and how it is compiled. Each run serves from a port of its own.
  preview: { headers: { "cache-control": "public, max-age=31536000, immutable" } },
});
