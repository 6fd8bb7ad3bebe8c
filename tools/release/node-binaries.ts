import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import tar from "tar-stream";
import { createGunzip } from "node:zlib";
import { buffer } from "node:stream/consumers";
import { npm } from "../../scripts/npm.mjs";
import { nodePackage } from "../../scripts/node-runtime.mjs";

export interface Platform {
  /** `process.platform` and `process.arch`. */
  readonly os: "linux" | "darwin" | "win32";
  readonly arch: "x64" | "arm64";
  /** Of Node. */
  readonly version: string;
  /** Of the npm package with the binary. */
  readonly integrity: string;
}

/**
 * Platforms of the archives, with the newest Node 24 that the registry has for them. For macOS it has none with Argon2. Node 26 for Linux needs
 * libatomic, which small systems do not have.
 */
export const platforms: readonly Platform[] = [
  {
    os: "linux",
    arch: "x64",
    version: "24.21.0",
    integrity: "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  },
  {
    os: "linux",
    arch: "arm64",
    version: "24.21.0",
    integrity: "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  },
  {
    os: "darwin",
    arch: "arm64",
    version: "26.10.0",
    integrity: "sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==",
  },
  {
    os: "win32",
    arch: "x64",
    version: "24.21.0",
    integrity: "sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==",
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
export async function nodeBinary({ os, arch, version, integrity }: Platform, cache: string): Promise<NodeBinary> {
  const name = nodePackage(os, arch);
  const file = join(cache, `${name}-${version}.tgz`);
  if (!existsSync(file)) {
    mkdirSync(cache, { recursive: true });
    const { code, output } = await npm(["pack", `${name}@${version}`, `--pack-destination=${cache}`]);
    if (code !== 0) throw new Error(`npm could not fetch ${name}@${version}:\n${output}`);
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
