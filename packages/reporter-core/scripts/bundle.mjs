import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * Builds a reporter into one file without dependencies.
 *
 * @param {string} entry module whose export `reporter` becomes the export of the file
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
    // The server validates requests and responses. The schema library would make up most of the file.
    alias: { zod: fileURLToPath(new URL("../../contract/src/no-schemas.ts", import.meta.url)) },
    // Test tools load the file with `require` or `import`, and use either the module itself or its `default`.
    footer: {
      js: "module.exports = Object.assign(module.exports.reporter, module.exports, { default: module.exports.reporter });",
    },
    legalComments: "inline",
    logLevel: "warning",
  });
}
