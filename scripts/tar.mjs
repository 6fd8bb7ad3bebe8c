import { gzipSync } from "node:zlib";

/** @typedef {{ name: string, content: Buffer, executable?: boolean }} Entry */

const block = 512;
/** Date that npm sets for packed files. With the current date, each build would differ. */
const modified = Date.parse("1985-10-26T08:15:00.000Z") / 1000;
/** Position of the operating system in the gzip header, and the value for an unknown system. */
const systemByte = 9;
const unknownSystem = 255;

/**
 * Creates a .tar.gz. The same entries produce the same bytes on all machines with the same Node version.
 *
 * @param {readonly Entry[]} entries names of at most 100 bytes, with forward slashes
 */
export function tarGz(entries) {
  const archive = gzipSync(Buffer.concat([...entries.flatMap(blocks), Buffer.alloc(2 * block)]), { level: 9 });
  archive[systemByte] = unknownSystem;
  return archive;
}

/** @param {Entry} entry */
function blocks({ name, content, executable = false }) {
  const padding = Buffer.alloc((block - (content.length % block)) % block);
  return [header(name, content.length, executable ? 0o755 : 0o644), content, padding];
}

/**
 * @param {string} name
 * @param {number} size
 * @param {number} mode
 */
function header(name, size, mode) {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for a tar header`);
  const bytes = Buffer.alloc(block);
  bytes.write(name, 0);
  bytes.write(octal(mode, 7), 100);
  bytes.write(octal(0, 7), 108);
  bytes.write(octal(0, 7), 116);
  bytes.write(octal(size, 11), 124);
  bytes.write(octal(modified, 11), 136);
  // For the checksum, its own field is filled with spaces.
  bytes.write("        0", 148);
  bytes.write("ustar\u000000", 257);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${octal(sum, 6)}\0 `, 148);
  return bytes;
}

/**
 * @param {number} value
 * @param {number} digits
 */
function octal(value, digits) {
  return value.toString(8).padStart(digits, "0");
}
