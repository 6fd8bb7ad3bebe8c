import { buffer } from "node:stream/consumers";
import { crc32, deflateRawSync } from "node:zlib";
import tar from "tar-stream";
import { type Entry, fromBuffer } from "yauzl";
import { ZipFile } from "yazl";

/** Creates a zip of files; `links` become symbolic links. */
export async function zipOf(
  files: Record<string, string | Uint8Array>,
  links: Record<string, string> = {},
): Promise<Buffer> {
  const zip = new ZipFile();
  // yazl rejects unsafe names, so a placeholder of the same length is replaced afterwards.
  const unsafe: [string, string][] = [];
  for (const [name, content] of Object.entries(files)) {
    const safe = name.replaceAll("../", "--/");
    if (safe !== name) unsafe.push([safe, name]);
    zip.addBuffer(Buffer.from(content), safe);
  }
  for (const [name, target] of Object.entries(links)) zip.addBuffer(Buffer.from(target), name, { mode: 0o120777 });
  zip.end();
  let bytes = (await buffer(zip.outputStream)).toString("latin1");
  for (const [safe, name] of unsafe) bytes = bytes.replaceAll(safe, name);
  return Buffer.from(bytes, "latin1");
}

/** Creates a zip bomb whose entries all share the same bytes: https://www.bamsoftware.com/hacks/zipbomb/ */
export function overlappingZipOf(content: Uint8Array, names: readonly string[]): Buffer {
  const packed = deflateRawSync(content);
  const sizes = (header: Buffer, at: number) => {
    header.writeUInt16LE(8, at - 8);
    header.writeUInt32LE(crc32(content), at);
    header.writeUInt32LE(packed.length, at + 4);
    header.writeUInt32LE(content.length, at + 8);
    return header;
  };
  const local = sizes(Buffer.alloc(30), 14);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(1, 26);
  const central = names.map((name) => {
    const header = sizes(Buffer.alloc(46), 16);
    header.writeUInt32LE(0x02014b50, 0);
    header.writeUInt16LE(name.length, 28);
    return Buffer.concat([header, Buffer.from(name)]);
  });
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length + 1 + packed.length, 16);
  return Buffer.concat([local, Buffer.from("a"), packed, directory, end]);
}

export async function tarOf(files: Record<string, string>): Promise<Buffer> {
  const pack = tar.pack();
  for (const [name, content] of Object.entries(files)) pack.entry({ name }, content);
  pack.finalize();
  return buffer(pack);
}

/** Returns the files of a zip by path, in the order of the zip. */
export async function unzipped(zip: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const { promise: read, resolve, reject } = Promise.withResolvers<void>();
  fromBuffer(zip, { lazyEntries: true }, (opening, opened) => {
    if (opening !== null) return reject(opening);
    opened.once("error", reject).once("end", resolve);
    opened.on("entry", (entry: Entry) =>
      opened.openReadStream(entry, (failed, stream) => {
        if (failed !== null) return reject(failed);
        buffer(stream).then((content) => {
          files.set(entry.fileName, content);
          opened.readEntry();
        }, reject);
      }),
    );
    opened.readEntry();
  });
  await read;
  return files;
}
