import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { licensesOf } from "./licenses.mjs";

const cli = dirname(dirname(fileURLToPath(import.meta.url)));
const { version } = /** @type {{ version: string }} */ (JSON.parse(readFileSync(join(cli, "package.json"), "utf8")));
const outfile = join(cli, "dist", "plumb.js");

const { metafile } = await build({
  entryPoints: [join(cli, "src", "main.ts")],
  outfile,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  // Some of what is bundled still calls require, which ESM does not have.
  banner: {
    js: '#!/usr/bin/env node\nimport { createRequire as requireFor } from "node:module";\nconst require = requireFor(import.meta.url);',
  },
  // The server checks what travels: the schemas' library would be six sevenths of the file, and half of its start.
  alias: { zod: join(cli, "..", "contract", "src", "no-schemas.ts") },
  define: { PLUMB_VERSION: JSON.stringify(version) },
  legalComments: "inline",
  metafile: true,
  logLevel: "warning",
});
chmodSync(outfile, 0o755);
writeFileSync(join(cli, "dist", "THIRD-PARTY.txt"), licensesOf(Object.keys(metafile.inputs)));
