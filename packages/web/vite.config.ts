import { fileURLToPath } from "node:url";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build, defineConfig, type Plugin } from "vite";
import { pageTitles } from "./src/routes/page-titles.ts";

/** Writes .br and .gz files next to each file, so that the server does not compress at run time. */
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

/** Pages on which most visits start. */
const startPages = { "/": "src/routes/dashboard-page.tsx", "/reports": "src/routes/reports-page.tsx" };

/**
 * Passes the files of these pages to start.js, so that they load in parallel with the app's first script. The report page, which
 * notifications about failed builds link to, is part of the first script.
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

/** Passes the page titles to start.js. */
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

/** Builds the viewer of HTML exports with every build, because the server expects it next to the app. */
function exportViewer(): Plugin {
  return {
    name: "export-viewer",
    apply: "build",
    async closeBundle() {
      await build({ configFile: fileURLToPath(new URL("vite.export.config.ts", import.meta.url)), logLevel: "warn" });
    },
  };
}

/** Server that the development server forwards API calls to. */
const plumb = `http://127.0.0.1:${process.env["PLUMB_PORT"] ?? 4600}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), filesOfStartPages(), titlesOfPages(), compressed(), exportViewer()],
  resolve: {
    // The server validates the data, and the browser needs only the method and path of an endpoint. This saves 45 kB of 230.
    alias: {
      zod: fileURLToPath(new URL("../contract/src/no-schemas.ts", import.meta.url)),
      "./use-id/use-id.mjs": fileURLToPath(new URL("src/ui/theme/mantine-id.ts", import.meta.url)),
    },
  },
  server: {
    // The server serves artifacts on port 4601.
    port: 4610,
    proxy: { "/api": plumb, "/socket.io": { target: plumb, ws: true } },
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    // The server's content security policy forbids `data:` fonts and scripts. For consistency, small images stay files as well.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The initial code is a single file. As twenty small files, it used all six connections of the browser and delayed the API calls
    // of the page.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"], priority: 4 },
            // Code of menus, selects and dialogs, which every page needs sooner or later and which would otherwise be a dozen files.
            // Excludes the code of forms, because the first page has none.
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
