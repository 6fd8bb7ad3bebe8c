import { expect, test } from "vitest";
import { sampleArtifact } from "#features/results/artifacts/sample-artifact.ts";
import { failurePicture } from "./failure-picture.tsx";

test("the picture of a failure is the last one, by the steps if they are known", () => {
  const [cart, failed, video] = [
    sampleArtifact(1, { step: 4 }),
    sampleArtifact(2, { step: 9 }),
    sampleArtifact(3, { kind: "video", contentType: "video/webm", step: 12 }),
  ];
  expect(failurePicture([failed, cart, video])).toBe(failed);
  const [first, last] = [sampleArtifact(4), sampleArtifact(5)];
  expect(failurePicture([first, last])).toBe(last);
  expect(failurePicture([last, cart])).toBe(last);
  expect(failurePicture([video])).toBeNull();
});
