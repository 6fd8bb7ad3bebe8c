import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { PictureType } from "@plumb/contract/people/avatar.ts";
import type { Pixels } from "./square.ts";

// The codecs are those of browsers, compiled to WebAssembly: a malicious picture can only affect their own memory.

/** The codecs use the browser's ImageData, which Node.js does not have. */
class NodeImageData implements Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}
Object.assign(globalThis, { ImageData: NodeImageData });

/** Outside a browser, codecs take a compiled module, which their types omit. */
export type Init = (module: WebAssembly.Module) => Promise<unknown>;

/** Compiles the module of a codec from its package. */
export async function compiled(file: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve(file))));
}

/** Returns the pixels of a picture without rotating them. For a damaged picture, the decoder may throw anything. */
type Decode = (bytes: ArrayBuffer) => Promise<Pixels>;

const decoders = {
  jpeg: {
    load: () => import("@jsquash/jpeg/decode.js"),
    module: "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm",
  },
  png: {
    load: () => import("@jsquash/png/decode.js"),
    module: "@jsquash/png/codec/pkg/squoosh_png_bg.wasm",
  },
  webp: {
    load: () => import("@jsquash/webp/decode.js"),
    module: "@jsquash/webp/codec/dec/webp_dec.wasm",
  },
} as const;

export async function decoderOf(type: PictureType): Promise<Decode> {
  const { load, module } = decoders[type];
  const { default: decode, init } = await load();
  await (init as Init)(await compiled(module));
  return decode;
}

const quality = 85;

/** Loads the encoder. Its output contains no metadata. */
export async function webpEncoder(): Promise<(pixels: Pixels) => Promise<Uint8Array<ArrayBuffer>>> {
  const { default: encode, init } = await import("@jsquash/webp/encode.js");
  await (init as Init)(await compiled("@jsquash/webp/codec/enc/webp_enc_simd.wasm"));
  return async (pixels) => new Uint8Array(await encode(pixels as unknown as ImageData, { quality }));
}

/** Loads the encoder for documents, because PDF supports JPEG but not WebP. */
export async function jpegEncoder(quality: number): Promise<(pixels: Pixels) => Promise<Uint8Array<ArrayBuffer>>> {
  const { default: encode, init } = await import("@jsquash/jpeg/encode.js");
  await (init as Init)(await compiled("@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm"));
  return async (pixels) =>
    new Uint8Array(await encode(pixels as unknown as ImageData, { quality, progressive: false }));
}
