import { onTask } from "#threads/on-task.ts";
import { decoderOf, webpEncoder } from "./codecs.ts";
import type { PictureHeader } from "./picture-header.ts";
import { squareOf, turned, type Pixels } from "./square.ts";

// A thread per picture: it can be stopped at any moment, and its memory goes with it.

export interface AvatarOrder {
  readonly bytes: ArrayBuffer;
  readonly header: PictureHeader;
  /** Length of the square's side, in pixels. */
  readonly side: number;
}

/** The encoded avatar; null if the picture is damaged. */
export type AvatarAnswer = Uint8Array<ArrayBuffer> | null;

onTask<AvatarOrder>(async ({ bytes, header, side }, port) => {
  const [decode, encode] = await Promise.all([decoderOf(header.type), webpEncoder()]);
  const picture = await decode(bytes).catch(() => null);
  const declared = picture !== null && picture.width === header.width && picture.height === header.height;
  const answer: AvatarAnswer = declared ? await encode(avatarOf(picture, side, header.orientation)) : null;
  port.postMessage(answer, answer === null ? [] : [answer.buffer]);
});

/** Cropping the middle and turning may be done in either order; turning the small square is cheaper. */
function avatarOf(whole: Pixels, side: number, orientation: PictureHeader["orientation"]): Pixels {
  return turned(squareOf(whole, side), orientation);
}
