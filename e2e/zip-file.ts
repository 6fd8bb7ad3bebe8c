import { crc32 } from "node:zlib";

/** Creates an uncompressed zip archive of small files. */
export function zipFile(files: Readonly<Record<string, string>>): Buffer<ArrayBuffer> {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    // Fields that both headers share. Flags, method, time and date stay 0.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const directoryFields = Buffer.alloc(14);
    directoryFields.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), common, Buffer.from(name), content]);
    locals.push(local);
    directory.push(
      Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000"), common, directoryFields, Buffer.from(name)]),
    );
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006");
  end.writeUInt16LE(locals.length, 8);
  end.writeUInt16LE(locals.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, entries, end]);
}
