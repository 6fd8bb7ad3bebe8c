import { fileURLToPath } from "node:url";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build, defineConfig, type Plugin } from "vite";
import { pageTitles } from "./src/routes/page-titles.ts";

/** Writes .br and .gz next to each file, so that the server sends small files without compressing anything. */
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

/** Pages where people arrive. */
const startPages = { "/": "src/routes/dashboard-page.tsx", "/reports": "src/routes/reports-page.tsx" };

/**
 * Tells start.js which files these pages are made of next to the app's first script, so that they come with it and not after
 * it. The report page, where a red build's link leads, is in the first script.
 */
function filesOfStartPages(): Plugin {
  return {
    name: "files-of-start-pages",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        if (bundle === undefined) return html;
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const filesOf = (name: string, seen = new Set<string>()): Set<string> => {
          const chunk = chunks.find(({ fileName }) => fileName === name);
          if (chunk === undefined || chunk.isEntry || seen.has(name)) return seen;
          seen.add(name);
          for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style);
          for (const imported of chunk.imports) filesOf(imported, seen);
          return seen;
        };
        const pages = Object.entries(startPages).map(([path, source]) => {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)));
          if (chunk === undefined) throw new Error(`${source} is in no file`);
          return [path, [...filesOf(chunk.fileName)].map((file) => `/${file}`)] as const;
        });
        const start = '<script src="/start.js"';
        return html.replace(start, `${start} data-pages='${JSON.stringify(Object.fromEntries(pages))}'`);
      },
    },
  };
}

/** Gives start.js the titles of the pages. */
function titlesOfPages(): Plugin {
  return {
    name: "titles-of-pages",
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const start = '<script src="/start.js"';
        return html.replace(start, `${start} data-titles='${JSON.stringify(pageTitles)}'`);
      },
    },
  };
}

/** The viewer of HTML exports is built with every build, since the server looks for it next to the app. */
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
  plugins: [react(), filesOfStartPages(), titlesOfPages(), compressed(), exportViewer()],
  resolve: {
    // The server checks what travels; the browser needs an endpoint's method and path only. It saves 45 kB of 230.
    alias: {
      zod: fileURLToPath(new URL("../contract/src/no-schemas.ts", import.meta.url)),
      "./use-id/use-id.mjs": fileURLToPath(new URL("src/ui/mantine-id.ts", import.meta.url)),
    },
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
    // What the app begins with is one file: as twenty small ones it kept the browser's six connections busy, and the calls
    // for the page's data waited behind them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"], priority: 4 },
            // What menus, selects and dialogs are made of: every page comes to need it, in a dozen pieces otherwise. Not what
            // forms are made of: the first page has none.
            {
              name: "controls",
              test: /node_modules\/(@mantine\/(?!form\/)|@floating-ui\/)/,
              minShareCount: 4,
              priority: 3,
            },
            { name: "dashboard", test: /src\/routes\/dashboard-page\.tsx/, priority: 2 },
            { name: "reports", test: /src\/routes\/reports-page\.tsx/, priority: 1 },
          ],
        },
      },
    },
  },
});
