import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import tar from "tar-stream";
import { createGunzip } from "node:zlib";
import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import { npm } from "../../scripts/npm.mjs";
import { nodePackage } from "../../scripts/node-runtime.mjs";

/** Node in the archives: the newest version that the registry has for all platforms. */
export const nodeVersion = "26.10.0";

export interface Platform {
  /** `process.platform` and `process.arch`. */
  readonly os: "linux" | "darwin" | "win32";
  readonly arch: "x64" | "arm64";
  /** Of the npm package with the binary. */
  readonly integrity: string;
}

export const platforms: readonly Platform[] = [
  {
    os: "linux",
    arch: "x64",
    integrity: "sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==",
  },
  {
    os: "linux",
    arch: "arm64",
    integrity: "sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==",
  },
  {
    os: "darwin",
    arch: "arm64",
    integrity: "sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==",
  },
  {
    os: "win32",
    arch: "x64",
    integrity: "sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==",
  },
];

export interface NodeBinary {
  readonly binary: Buffer;
  /** License of Node and the libraries in it. */
  readonly license: Buffer;
}

/**
 * Returns the Node binary of a platform from its npm package, which is kept in a folder.
 *
 * @throws Error if npm cannot fetch it, or if it is not the package that `platforms` names.
 */
export async function nodeBinary({ os, arch, integrity }: Platform, cache: string): Promise<NodeBinary> {
  const name = nodePackage(os, arch);
  const file = join(cache, `${name}-${nodeVersion}.tgz`);
  if (!existsSync(file)) {
    mkdirSync(cache, { recursive: true });
    const { code, output } = await npm(["pack", `${name}@${nodeVersion}`, `--pack-destination=${cache}`]);
    if (code !== 0) throw new Error(`npm could not fetch ${name}@${nodeVersion}:\n${output}`);
  }
  const actual = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;
  if (actual !== integrity) throw new Error(`${file} has the integrity ${actual}, not ${integrity}. Delete it.`);
  return filesOf(file, os === "win32" ? "package/bin/node.exe" : "package/bin/node");
}

async function filesOf(file: string, binaryPath: string): Promise<NodeBinary> {
  const found = new Map<string, Buffer>();
  const extract = createReadStream(file).pipe(createGunzip()).pipe(tar.extract());
  for await (const entry of extract) {
    if ([binaryPath, "package/LICENSE"].includes(entry.header.name)) found.set(entry.header.name, await buffer(entry));
    else entry.resume();
  }
  const binary = found.get(binaryPath);
  if (binary === undefined) throw new Error(`${file} does not contain ${binaryPath}.`);
  return {
    binary,
    license: found.get("package/LICENSE") ?? Buffer.from("https://github.com/nodejs/node/blob/main/LICENSE\n"),
  };
}
