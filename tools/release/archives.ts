import { createWriteStream, globSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { finished, pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import tar from "tar-stream";
import { ZipFile } from "yazl";
import { serverFlags } from "../../scripts/server-flags.mjs";
import type { NodeBinary, Platform } from "./node-binaries.ts";

interface ArchivedFile {
  readonly path: string;
  readonly content: Buffer;
  readonly executable: boolean;
}

const shellScript = `#!/bin/sh
# Starts Plumb with the Node.js of this folder.
set -e
program=$0
while [ -L "$program" ]; do
  target=$(readlink "$program")
  case $target in
    /*) program=$target ;;
    *) program=$(dirname "$program")/$target ;;
  esac
done
here=$(cd "$(dirname "$program")" && pwd -P)
exec "$here/node/bin/node" ${serverFlags.join(" ")} "$here/lib/dist/main.js" "$@"
`;

const batchFile = `@echo off\r\n"%~dp0node\\node.exe" ${serverFlags.join(" ")} "%~dp0lib\\dist\\main.js" %*\r\n`;

/**
 * Packs the server and a Node binary: `plumb-server-<version>-<os>-<arch>.tar.gz`, or `.zip` for Windows. Equal input produces an equal file.
 *
 * @param packageFolder folder of the npm package
 * @param date of all files
 * @returns Path of the archive.
 */
export async function writeArchive(input: {
  readonly packageFolder: string;
  readonly version: string;
  readonly platform: Pick<Platform, "os" | "arch">;
  readonly node: NodeBinary;
  readonly output: string;
  readonly date: Date;
}): Promise<string> {
  const { packageFolder, version, platform, node, output, date } = input;
  const name = `plumb-server-${version}-${platform.os === "win32" ? "windows" : platform.os}-${platform.arch}`;
  const files = [...programFiles(platform, node), ...libraryFiles(packageFolder)];
  const path = join(output, `${name}${platform.os === "win32" ? ".zip" : ".tar.gz"}`);
  if (platform.os === "win32") await writeZip(path, name, files, date);
  else await writeTar(path, name, files, date);
  return path;
}

function programFiles({ os }: Pick<Platform, "os">, { binary, license }: NodeBinary): ArchivedFile[] {
  return [
    ...(os === "win32"
      ? [program("plumb-server.cmd", Buffer.from(batchFile)), program("node/node.exe", binary)]
      : [program("plumb-server", Buffer.from(shellScript)), program("node/bin/node", binary)]),
    { path: "node/LICENSE", content: license, executable: false },
  ];
}

function program(path: string, content: Buffer): ArchivedFile {
  return { path, content, executable: true };
}

function libraryFiles(folder: string): ArchivedFile[] {
  return globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => ({
      path: `lib/${relative(folder, path)}`,
      content: readFileSync(path),
      executable: (statSync(path).mode & 0o100) !== 0,
    }));
}

async function writeTar(path: string, name: string, files: readonly ArchivedFile[], mtime: Date): Promise<void> {
  const pack = tar.pack();
  const written = pipeline(pack, createGzip(), createWriteStream(path));
  for (const { path: file, content, executable } of files)
    pack.entry({ name: `${name}/${file}`, mode: executable ? 0o755 : 0o644, mtime }, content);
  pack.finalize();
  await written;
}

async function writeZip(path: string, name: string, files: readonly ArchivedFile[], mtime: Date): Promise<void> {
  const zip = new ZipFile();
  const written = finished(zip.outputStream.pipe(createWriteStream(path)));
  for (const { path: file, content, executable } of files)
    zip.addBuffer(content, `${name}/${file}`, { mtime, mode: executable ? 0o100_755 : 0o100_644 });
  zip.end();
  await written;
}
