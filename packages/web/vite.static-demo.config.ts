import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

/**
 * The app as one classic script with recorded responses in place of a server (`demo/static`), because a page opened from disk cannot load modules or
 * use `fetch`.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  define: { "process.env.NODE_ENV": '"production"' },
  publicDir: false,
  resolve: {
    alias: {
      zod: fileURLToPath(new URL("../contract/src/no-schemas.ts", import.meta.url)),
      "./use-id/use-id.mjs": source("ui/theme/mantine-id.ts"),
      "./early-answers.ts": source("static-demo/recorded-responses.ts"),
      "./storage.ts": source("static-demo/recorded-storage.ts"),
      "#lib/session/storage.ts": source("static-demo/recorded-storage.ts"),
      "socket.io-client": source("static-demo/recorded-socket.ts"),
    },
  },
  build: {
    emptyOutDir: true,
    target: "es2022",
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    lib: {
      entry: source("static-demo/main.tsx"),
      formats: ["iife"],
      name: "plumbDemo",
      fileName: () => "app.js",
      cssFileName: "app",
    },
  },
});
