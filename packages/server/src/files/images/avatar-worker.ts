import { onTask } from "#threads/on-task.ts";
import { decoderOf, webpEncoder } from "./codecs.ts";
import type { PictureHeader } from "./picture-header.ts";
import { squareOf, turned, type Pixels } from "./square.ts";

// Input for a thread. Each picture has its own thread, which can be stopped at any time and then frees its memory.

export interface AvatarOrder {
  readonly bytes: ArrayBuffer;
  readonly header: PictureHeader;
  /** Length of the square's side, in pixels. */
  readonly side: number;
}

/** Encoded avatar; `null` if the picture is damaged. */
export type AvatarReply = Uint8Array<ArrayBuffer> | null;

onTask<AvatarOrder>(async ({ bytes, header, side }, port) => {
  const [decode, encode] = await Promise.all([decoderOf(header.type), webpEncoder()]);
  const picture = await decode(bytes).catch(() => null);
  const declared = picture !== null && picture.width === header.width && picture.height === header.height;
  const response: AvatarReply = declared ? await encode(avatarOf(picture, side, header.orientation)) : null;
  port.postMessage(response, response === null ? [] : [response.buffer]);
});

/** Cropping and turning may be done in either order; turning the small square is cheaper. */
function avatarOf(full: Pixels, side: number, orientation: PictureHeader["orientation"]): Pixels {
  return turned(squareOf(full, side), orientation);
}
