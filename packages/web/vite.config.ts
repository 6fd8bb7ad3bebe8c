import { fileURLToPath } from "node:url";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build, defineConfig, type Plugin } from "vite";

/** Writes .br and .gz beside each file, so that the server sends small files without compressing anything. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    closeBundle() {
      const folder = fileURLToPath(new URL("dist/", import.meta.url));
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
        /\.(js|css|html|svg)$/.test(file),
      );
      for (const file of files) {
        const content = readFileSync(`${folder}${file}`);
        writeFileSync(`${folder}${file}.br`, brotliCompressSync(content));
        writeFileSync(`${folder}${file}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

/** The viewer of HTML exports is built with every build, since the server looks for it beside the app. */
function exportViewer(): Plugin {
  return {
    name: "export-viewer",
    apply: "build",
    async closeBundle() {
      await build({ configFile: fileURLToPath(new URL("vite.export.config.ts", import.meta.url)), logLevel: "warn" });
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed(), exportViewer()],
  resolve: {
    // The server checks what travels; the browser needs an endpoint's method and path only. It saves 45 kB of 230.
    alias: { zod: fileURLToPath(new URL("src/lib/no-schemas.ts", import.meta.url)) },
  },
  server: {
    // 4601 is where the server shows artifacts.
    port: 4610,
    proxy: { "/api": "http://127.0.0.1:4600", "/socket.io": { target: "http://127.0.0.1:4600", ws: true } },
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    // The server's content policy forbids `data:` fonts and scripts; small images stay files as well, for one rule.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What the first page needs is one file: as twenty small ones it kept the browser's six connections busy, and the calls
    // for the page's data waited behind them.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } } },
  },
});
