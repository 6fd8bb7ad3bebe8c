import { isAscii } from "node:buffer";

/** Called once per kind of repair, with a sentence for the problems of the run. */
export type OnRepair = (reason: string) => void;

/**
 * Decodes the text of a file in any encoding: a byte order mark takes precedence, then valid UTF-8, then the encoding in the XML
 * declaration. A wrong declaration on valid UTF-8 is ignored. Invalid bytes become U+FFFD and are reported, but never throw.
 * Chunks may be split anywhere, even inside a character, and can be reused when the next one is requested. ASCII, the
 * most frequent case, needs no decoding.
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>, onRepair?: OnRepair): AsyncGenerator<string> {
  let head: Uint8Array = new Uint8Array(0);
  let decoder: Decoder | undefined;
  for await (const chunk of bytes) {
    if (decoder === undefined) {
      head = Buffer.concat([head, chunk]);
      if (head.length < declarationBytes) continue;
      decoder = decoderFor(head, onRepair);
      yield* nonEmpty(decoder.write(head));
    } else yield* nonEmpty(decoder.write(chunk));
  }
  if (decoder === undefined) {
    decoder = decoderFor(head, onRepair);
    yield* nonEmpty(decoder.write(head));
  }
  yield* nonEmpty(decoder.end());
}

/** Sufficient for a byte order mark and an XML declaration. */
const declarationBytes = 512;

interface Decoder {
  write(chunk: Uint8Array): string;
  end(): string;
}

function* nonEmpty(text: string): Generator<string> {
  if (text !== "") yield text;
}

function decoderFor(head: Uint8Array, onRepair: OnRepair | undefined): Decoder {
  const wide = wideEncoding(head);
  if (wide !== undefined) return streaming(new TextDecoder(wide));
  return new Utf8First(declaredEncoding(head), onRepair);
}

/** Detects UTF-16 by its byte order mark, or by the zeros around the first `<`, `{` or `[`. */
function wideEncoding(head: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (opens(first) && second === 0) return "utf-16le";
  if (first === 0 && opens(second)) return "utf-16be";
  return undefined;
}

/** `<`, `{` or `[`. */
function opens(byte: number | undefined): boolean {
  return byte === 0x3c || byte === 0x7b || byte === 0x5b;
}

function declaredEncoding(head: Uint8Array): string | undefined {
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, declarationBytes)).toString("latin1");
  return /<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1]?.toLowerCase();
}

function streaming(decoder: TextDecoder): Decoder {
  return { write: (chunk) => decoder.decode(chunk, { stream: true }), end: () => decoder.decode() };
}

/** Decodes UTF-8 up to the first invalid byte, and the rest in the declared encoding, or as UTF-8 with repairs if none is usable. */
class Utf8First implements Decoder {
  readonly #declared: string | undefined;
  readonly #onRepair: OnRepair | undefined;
  readonly #strict = new TextDecoder("utf-8", { fatal: true });
  /** Bytes of a character that continues in the next chunk. */
  #carry: Uint8Array = new Uint8Array(0);
  #atStart = true;
  #fallback: Decoder | undefined;

  constructor(declared: string | undefined, onRepair: OnRepair | undefined) {
    this.#declared = declared;
    this.#onRepair = onRepair;
  }

  write(chunk: Uint8Array): string {
    if (this.#fallback !== undefined) return this.#fallback.write(chunk);
    if (this.#carry.length === 0 && isAscii(chunk)) {
      if (chunk.length > 0) this.#atStart = false;
      return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString("latin1");
    }
    const bytes = this.#carry.length === 0 ? chunk : Buffer.concat([this.#carry, chunk]);
    const full = bytes.length - openBytes(bytes);
    try {
      const text = this.#withoutMark(this.#strict.decode(bytes.subarray(0, full)));
      this.#carry = Buffer.concat([bytes.subarray(full)]);
      return text;
    } catch {
      this.#carry = new Uint8Array(0);
      this.#fallback = this.#otherDecoder();
      return this.#withoutMark(this.#fallback.write(bytes));
    }
  }

  end(): string {
    if (this.#carry.length === 0) return this.#fallback?.end() ?? "";
    const rest = this.#carry;
    this.#carry = new Uint8Array(0);
    const fallback = this.#otherDecoder();
    return fallback.write(rest) + fallback.end();
  }

  /** Keeps a byte order mark after the first call, because `TextDecoder` would remove it from each chunk. */
  #withoutMark(text: string): string {
    const start = this.#atStart && text.startsWith("\ufeff");
    if (text !== "") this.#atStart = false;
    return start ? text.slice(1) : text;
  }

  #otherDecoder(): Decoder {
    const declared = this.#declared;
    if (declared !== undefined && !/^utf-?(8|16)/.test(declared)) {
      try {
        return streaming(new TextDecoder(declared));
      } catch {
        this.#onRepair?.(`The file declares the encoding "${declared}", which is unknown; it was read as UTF-8`);
      }
    }
    this.#onRepair?.("The file is not valid UTF-8; the bytes that could not be read were replaced by \ufffd");
    return streaming(new TextDecoder("utf-8", { ignoreBOM: true }));
  }
}

/** Returns how many bytes at the end belong to an incomplete character, 0 to 3. */
function openBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? back : 0;
  }
  return 0;
}
