import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * Builds a reporter into one file without dependencies.
 *
 * @param {string} entry exports `reporter`, which is what tools that load the file get
 * @param {string} outfile
 */
export async function bundle(entry, outfile) {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    // The server checks what travels: the schemas' library would be most of the file.
    alias: { zod: fileURLToPath(new URL("../../contract/src/no-schemas.ts", import.meta.url)) },
    // Tools load it by `require` or by `import`, and take what they get or its `default`.
    footer: {
      js: "module.exports = Object.assign(module.exports.reporter, module.exports, { default: module.exports.reporter });",
    },
    legalComments: "inline",
    logLevel: "warning",
  });
}
