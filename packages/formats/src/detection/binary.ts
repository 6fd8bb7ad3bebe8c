const ends = {
  image: "it can be uploaded together with the report that refers to it",
  archive: "upload the report inside it, or a zip or tar.gz archive",
  // Archives in an upload were unpacked before, so this one was inside another archive.
  inner: "nested archives are not opened: extract it first, or upload it on its own",
};

/** File signatures as Latin-1 text, with their messages. */
const magic: readonly (readonly [start: string, sentence: string])[] = [
  ["PK\x05\x06", "This is an empty zip archive: it contains no reports"],
  ["PK\x03\x04", `This is a zip archive; ${ends.inner}. A trace goes together with its report`],
  ["\x1f\x8b", `This is gzip data; ${ends.inner}`],
  ["BZh", `This is a bzip2 archive; ${ends.archive}`],
  ["\xfd7zXZ", `This is an xz archive; ${ends.archive}`],
  ["\x28\xb5\x2f\xfd", `This is zstd data; ${ends.archive}`],
  ["7z\xbc\xaf", `This is a 7-Zip archive; ${ends.archive}`],
  ["Rar!\x1a", `This is a RAR archive; ${ends.archive}`],
  ["\x89PNG", `This is a PNG image, not a report; ${ends.image}`],
  ["\xff\xd8\xff", `This is a JPEG image, not a report; ${ends.image}`],
  ["GIF8", `This is a GIF image, not a report; ${ends.image}`],
  ["RIFF", `This is an image or a video, not a report; ${ends.image}`],
  ["\x1aE\xdf\xa3", `This is a video, not a report; ${ends.image}`],
  ["%PDF", "This is a PDF, not a report; upload a machine-readable report, such as JUnit XML or JSON"],
  ["SQLite format", "This is an SQLite database, not a report"],
  ["\x7fELF", "This is a program, not a report"],
];

/**
 * Returns a message for binary content, which is detected by its first bytes, control characters or unreadable bytes. Returns
 * undefined for text.
 */
export function binaryKind(bytes: Uint8Array, head: string): string | undefined {
  const start = bytes.length > 0 ? String.fromCharCode(...bytes.subarray(0, 16)) : head.slice(0, 16);
  const known = magic.find(([first]) => start.startsWith(first));
  if (known !== undefined) return known[1];
  const sample = head.slice(0, 4096);
  let odd = 0;
  for (let at = 0; at < sample.length; at++) {
    const code = sample.charCodeAt(at);
    if (code < 9 || (code > 13 && code < 27) || code === 0xfffd) odd++;
  }
  return odd > 8 && odd > sample.length / 20 ? "This is binary data, not a report" : undefined;
}
