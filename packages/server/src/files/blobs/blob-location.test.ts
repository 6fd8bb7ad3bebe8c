import { expect, test } from "vitest";
import { blobLocation } from "./blob-location.ts";

const none = { PLUMB_S3_PATH_STYLE: false };

test("blobs are in the data folder, in another folder or in a bucket", () => {
  expect(blobLocation(none, "/data")).toBe("/data/blobs");
  expect(blobLocation({ ...none, PLUMB_BLOBS: "/mnt/blobs" }, "/data")).toBe("/mnt/blobs");
  expect(
    blobLocation(
      { PLUMB_BLOBS: "s3://results/plumb/", PLUMB_S3_ENDPOINT: "http://127.0.0.1:9000", PLUMB_S3_PATH_STYLE: true },
      "/data",
    ),
  ).toEqual({
    bucket: "results",
    prefix: "plumb",
    endpoint: "http://127.0.0.1:9000",
    pathStyle: true,
    region: undefined,
    encryption: undefined,
    kmsKey: undefined,
  });
  expect(blobLocation({ ...none, PLUMB_BLOBS: "s3://results" }, "/data")).toMatchObject({
    bucket: "results",
    prefix: "",
  });
});

test.for(["s3://", "s3:results", "s3://Results/a", "s3:///a"])("%s is not the address of a bucket", (location) => {
  expect(() => blobLocation({ ...none, PLUMB_BLOBS: location }, "/data")).toThrow(
    "PLUMB_BLOBS: must be a folder or s3://bucket/prefix.",
  );
});
