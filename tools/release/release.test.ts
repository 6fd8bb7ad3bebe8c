import { execFile, execFileSync } from "node:child_process";
import { chmodSync, cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDemo, buildWhatIsStale } from "../../scripts/builds.mjs";
import { cache, root } from "../../scripts/folders.mjs";
import { npm } from "../../scripts/npm.mjs";
import { writeArchive } from "./archives.ts";
import { nodeBinary, type Platform, platforms } from "./node-binaries.ts";
import { unzipped } from "../../packages/server/src/testing/archives.ts";
import { releaseNotes } from "./notes.ts";
import { sbomOf } from "./sbom.ts";
import { type ServerPackage, stageServerPackage } from "./server-package.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "plumb-release-"));
let staged: ServerPackage;

interface Sbom {
  readonly components: readonly Readonly<Record<"type" | "name" | "bom-ref" | "purl", string> & { hashes?: unknown }>[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

beforeAll(async () => {
  await buildWhatIsStale(process.execPath);
  await buildDemo(process.execPath);
  staged = await stageServerPackage(root, join(folder, "package"));
  // The demo takes a minute, and longer beside other tests.
}, 900_000);

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Returns a command that runs another one as an ordinary user without network, as far as this machine and user can. */
function isolated(): string[] {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return [];
  const ordinary = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
  try {
    execFileSync("unshare", ["--net", "ip", "link", "set", "lo", "up"], { stdio: "ignore" });
    return ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", ...ordinary];
  } catch {
    return ordinary;
  }
}

/** Starts Plumb in a folder that contains at most its file and uploads a report with the CLI that it serves. */
async function tryInstallation(node: string, command: readonly string[], file?: string) {
  const home = mkdtempSync(join(tmpdir(), "plumb-installed-"));
  // Other users must be able to read what root installed and to write here.
  for (const path of [folder, home]) chmodSync(path, 0o777);
  const script = join(home, "try-installation.mjs");
  cpSync(join(import.meta.dirname, "testing/try-installation.mjs"), script);
  if (file !== undefined) cpSync(file, join(home, basename(file)));
  const [program = "", ...args] = [...isolated(), node, script, ...command];
  try {
    const { stdout } = await run(program, args, {
      cwd: home,
      env: { PATH: `${dirname(node)}:${process.env["PATH"]}` },
    });
    return JSON.parse(stdout) as unknown;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

const works = {
  uploaded: expect.stringContaining("Report #1, web: 1 test, 1 passed") as string,
  page: 200,
  pdf: "200 %PDF-",
  traceViewer: 200,
  avatar: 200,
  html: expect.stringContaining("<title>Plumb</title>") as string,
  exportsTraces: true,
};

test("the npm package starts in an empty folder without network and takes a report", async () => {
  const { code, output } = await npm(["pack", `--pack-destination=${folder}`, staged.folder]);
  expect({ code, output }).toMatchObject({ code: 0 });
  // A copy, because other users may not read the folder of this Node.
  const node = join(folder, "bin/node");
  mkdirSync(dirname(node));
  cpSync(process.execPath, node);
  const packed = `plumb-server-${staged.version}.tgz`;

  expect(await tryInstallation(node, ["npx", "-y", `./${packed}`], join(folder, packed))).toMatchObject(works);
});

const own = platforms.find(({ os, arch }) => os === process.platform && arch === process.arch && os !== "win32");

// No archive runs on other systems; the next test reads theirs.
test.runIf(own !== undefined)("the archive starts without an installed Node and takes a report", async () => {
  const platform = own as Platform;
  const archive = await writeArchive({
    packageFolder: staged.folder,
    version: staged.version,
    platform,
    node: await nodeBinary(platform, join(cache, "release/node")),
    output: folder,
    date: new Date(0),
  });
  await run("tar", ["-xzf", archive, "-C", folder]);
  const unpacked = archive.replace(/\.tar\.gz$/, "");

  expect(await tryInstallation(join(unpacked, "node/bin/node"), [join(unpacked, "plumb-server")])).toMatchObject({
    ...works,
    commands: {
      backup: expect.stringMatching(/^0: /) as string,
      restore: expect.stringMatching(/^0: /) as string,
      doctor: expect.stringMatching(/^0: Plumb \d/) as string,
      blobs: expect.stringMatching(/^0: /) as string,
      db: expect.stringMatching(/^1: [^]*Set DATABASE_URL/) as string,
    },
    exitCode: 0,
  });
});

test.for(platforms)("the archive for $os-$arch is complete", async (platform) => {
  const path = await writeArchive({
    packageFolder: staged.folder,
    version: staged.version,
    platform,
    node: { binary: Buffer.from("node"), license: Buffer.from("license") },
    output: join(folder),
    date: new Date(0),
  });
  const files = new Set(await filesIn(path));
  const program = platform.os === "win32" ? ["plumb-server.cmd", "node/node.exe"] : ["plumb-server", "node/bin/node"];
  const library = globSync("**/*", { cwd: staged.folder, withFileTypes: true }).filter((entry) => entry.isFile());
  const expected = library.map((entry) => `lib/${relative(staged.folder, join(entry.parentPath, entry.name))}`);
  expect(expected.length).toBeGreaterThan(500);
  expect([...program, "node/LICENSE", ...expected].filter((file) => !files.has(file))).toEqual([]);
});

/** Returns the paths of the files in an archive, without its only folder. */
async function filesIn(path: string): Promise<string[]> {
  const names = path.endsWith(".zip")
    ? [...(await unzipped(readFileSync(path))).keys()]
    : execFileSync("tar", ["-tzf", path], { encoding: "utf8", maxBuffer: 1024 ** 3 })
        .trim()
        .split("\n");
  return names.map((name) => name.slice(name.indexOf("/") + 1));
}

const contents = [
  ["the web app", "web/index.html"],
  ["the viewer of HTML exports", "web/export/"],
  ["the packages to download", "packages/cli.tgz"],
  ["the migrations", "migrations/0001"],
  ["the recordings of the demo", "demo/recorded/"],
  ["the trace viewer", "node_modules/playwright-core/lib/vite/traceViewer/index.html"],
  ["the embedded database", "node_modules/@electric-sql/pglite/dist/pglite.wasm"],
  ["the fonts of PDFs", "node_modules/dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf"],
] as const;

test.for(contents)("the package contains %s", ([, path]) => {
  const files = globSync("**/*", { cwd: staged.folder });
  expect(files.some((file) => file.startsWith(path))).toBe(true);
});

test("the bill of materials names each library once, with license, hash and dependencies", () => {
  const sbom = sbomOf(root, staged.version, staged.libraries, new Date(0)) as unknown as Sbom;
  const names = sbom.components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["fastify", "kysely", "pg", "react", "zod", "playwright-core", "node"]));
  const refs = sbom.components.map((component) => component["bom-ref"]);
  expect(new Set(refs).size).toBe(refs.length);
  expect(sbom.components.filter(({ type, purl, hashes }) => type === "library" && !(purl && hashes))).toEqual([]);
  const known = new Set([...refs, `plumb-server@${staged.version}`]);
  expect(
    sbom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !known.has(ref)),
  ).toEqual([]);
});

test("all libraries have a permissive license", () => {
  const allowed = /^(?:MIT|MIT-0|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|Unlicense|\(MIT OR CC0-1\.0\))$/;
  const others = staged.libraries.filter(({ license }) => !allowed.test(license ?? ""));
  // Their license files contain the MIT license and the license of the Bitstream Vera fonts.
  expect(others.map(({ name }) => name)).toEqual(["dejavu-fonts-ttf", "png-js", "xmlhttprequest-ssl"]);
});

test("release notes are the section of the version", () => {
  const changelog =
    "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-11-29\n\n### Added\n\n- This.\n\n## 0.1.0\n\n- First.\n";
  expect(releaseNotes(changelog, "0.2.0")).toBe("### Added\n\n- This.\n");
  expect(() => releaseNotes(changelog, "0.3.0")).toThrow("no section for 0.3.0");
});
