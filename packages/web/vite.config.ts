import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { port: 4601, proxy: { "/api": "http://127.0.0.1:4600" } },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    // The server's content policy forbids `data:` fonts and scripts; small images stay files as well, for one rule.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
