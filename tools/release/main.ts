import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildDemo, buildWhatIsStale } from "../../scripts/builds.mjs";
import { cache, root } from "../../scripts/folders.mjs";
import { npm } from "../../scripts/npm.mjs";
import { asScript, Trouble } from "../../scripts/processes.mjs";
import { writeArchive } from "./archives.ts";
import { nodeBinary, platforms } from "./node-binaries.ts";
import { releaseNotes } from "./notes.ts";
import { sbomOf } from "./sbom.ts";
import { stageServerPackage } from "./server-package.ts";

// Writes the files of a release to dist/release (docs/publishing.md): npm run release

const output = join(root, "dist/release");

await asScript(async () => {
  await buildWhatIsStale(process.execPath);
  await buildDemo(process.execPath);
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const staging = join(cache, "release/plumb-server");
  const { version, libraries } = await stageServerPackage(root, staging);
  const date = commitDate();
  const { code, output: printed } = await npm(["pack", `--pack-destination=${output}`, staging]);
  if (code !== 0) throw new Trouble(`npm could not pack the server (exit code ${code}):\n${printed}`);
  for (const platform of platforms) {
    console.log(`Packing the archive for ${platform.os}-${platform.arch} …`);
    const node = await nodeBinary(platform, join(cache, "release/node"));
    await writeArchive({ packageFolder: staging, version, platform, node, output, date });
  }
  const sbom = sbomOf(root, version, libraries, date);
  writeFileSync(join(output, `plumb-server-${version}.cdx.json`), `${JSON.stringify(sbom, null, 2)}\n`);
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  writeFileSync(join(output, "NOTES.md"), releaseNotes(changelog, version));
  writeFileSync(join(output, "SHA256SUMS"), checksums());
  console.log(readFileSync(join(output, "SHA256SUMS"), "utf8").trimEnd());
  return 0;
});

/** Returns when the source was committed, so that a release can be repeated. */
function commitDate(): Date {
  const seconds = process.env["SOURCE_DATE_EPOCH"] ?? execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root });
  return new Date(Number(seconds.toString()) * 1000);
}

/** In the format of `sha256sum --check`. */
function checksums(): string {
  const lines = readdirSync(output)
    .toSorted()
    .map(
      (file) =>
        `${createHash("sha256")
          .update(readFileSync(join(output, file)))
          .digest("hex")}  ${file}\n`,
    );
  return lines.join("");
}
