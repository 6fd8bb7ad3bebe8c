import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { licensesOf } from "./licenses.mjs";

const cli = dirname(dirname(fileURLToPath(import.meta.url)));
const { version } = /** @type {{ version: string }} */ (JSON.parse(readFileSync(join(cli, "package.json"), "utf8")));
const outfile = join(cli, "dist", "plumb.js");

/**
 * Loads Node's modules with `require`. An `import` of `node:http` evaluates all of its exports, and two of them load fetch, which took an eighth of
 * the start time of a command (decision 0018).
 *
 * @type {import("esbuild").Plugin}
 */
const builtins = {
  name: "builtins by require",
  setup(plugged) {
    plugged.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === "import-statement" ? { path, namespace: "builtin" } : undefined,
    );
    plugged.onLoad({ filter: /./, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};

const { metafile } = await build({
  entryPoints: [join(cli, "src", "main.ts")],
  outfile,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  // Bundled modules call require, which ESM does not have.
  banner: {
    js: '#!/usr/bin/env node\nimport { createRequire as requireFor } from "node:module";\nconst require = requireFor(import.meta.url);',
  },
  // The server validates requests and responses. The schema library would make up six sevenths of the file and half of its start time.
  alias: { zod: join(cli, "..", "contract", "src", "no-schemas.ts") },
  plugins: [builtins],
  define: { PLUMB_VERSION: JSON.stringify(version) },
  // Halves the size of the file. Names are kept for readable stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: "inline",
  metafile: true,
  logLevel: "warning",
});
chmodSync(outfile, 0o755);
writeFileSync(
  join(cli, "dist", "THIRD-PARTY.txt"),
  licensesOf(Object.keys(metafile.inputs).filter((path) => !path.startsWith("builtin:"))),
);
