import { parentPort, workerData } from "node:worker_threads";
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

const { bytes, header, side } = workerData as AvatarOrder;
const [decode, encode] = await Promise.all([decoderOf(header.type), webpEncoder()]);
const picture = await decode(bytes).catch(() => null);
const answer: AvatarAnswer = picture === null || !isAsDeclared(picture) ? null : await encode(avatarOf(picture));
parentPort?.postMessage(answer, answer === null ? [] : [answer.buffer]);

function isAsDeclared({ width, height }: Pixels): boolean {
  return width === header.width && height === header.height;
}

/** Cropping the middle and turning may be done in either order; turning the small square is cheaper. */
function avatarOf(whole: Pixels): Pixels {
  return turned(squareOf(whole, side), header.orientation);
}
