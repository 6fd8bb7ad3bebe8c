import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { UserConfig } from "vite";

/** Absolute path of a file in `src`. */
export const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

interface ClassicScript {
  /** Path in `src`. */
  readonly entry: string;
  /** Global variable of the script. */
  readonly name: string;
  /** Names of the script and the style sheet, without their extensions. */
  readonly file: string;
  readonly outDir?: string;
  /** Modules that are replaced, in addition to those that all builds replace. */
  readonly alias: Readonly<Record<string, string>>;
}

/** Builds one classic script and one style sheet, because a page opened from disk cannot load modules or use `fetch`. */
export function classicScript({ entry, name, file, outDir, alias }: ClassicScript): UserConfig {
  return {
    root: import.meta.dirname,
    plugins: [react()],
    define: { "process.env.NODE_ENV": '"production"' },
    publicDir: false,
    resolve: {
      alias: { zod: fileURLToPath(new URL("../contract/src/no-schemas.ts", import.meta.url)), ...alias },
    },
    build: {
      ...(outDir !== undefined && { outDir }),
      emptyOutDir: true,
      target: "es2022",
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      lib: { entry: source(entry), formats: ["iife"], name, fileName: () => `${file}.js`, cssFileName: file },
    },
  };
}
