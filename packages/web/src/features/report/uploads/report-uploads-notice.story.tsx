import type { ReportUpload, UploadEffect } from "@plumb/contract/runs/upload-effect.ts";
import { ReportUploadsNotice } from "./report-uploads-notice.tsx";

const nothing: UploadEffect = {
  reran: 0,
  recovered: 0,
  superseded: 0,
  copies: 0,
  leftOut: 0,
  place: null,
  repeats: [],
  repeatedBy: null,
};

const upload = (
  id: number,
  name: string,
  effect: Partial<UploadEffect> = {},
  facts: readonly string[] = [],
): ReportUpload => ({
  id,
  name,
  format: "junit",
  receivedAt: "2026-03-04T09:00:00.000Z",
  startedAt: null,
  tests: 12,
  shard: null,
  facts: [...facts],
  effect: { ...nothing, ...effect },
});

export const Rerun = () => (
  <ReportUploadsNotice
    count={3}
    uploads={[
      upload(1, "broken.xml", { repeatedBy: "junit.xml" }),
      upload(2, "junit.xml", { superseded: 2, repeats: ["broken.xml"] }),
      upload(3, "rerun.xml", { reran: 2, recovered: 1, leftOut: 10 }),
    ]}
  />
);
export const Places = () => (
  <ReportUploadsNotice
    count={2}
    uploads={[upload(1, "a.trx", { place: "net8.0" }), upload(2, "b.trx", { place: "net10.0" })]}
  />
);
export const Facts = () => (
  <ReportUploadsNotice
    count={2}
    uploads={[
      upload(1, "chrome.xml", {}, ["browser=chrome-143", "os=linux"]),
      upload(
        2,
        "firefox.xml",
        {},
        Array.from({ length: 12 }, (_, index) => `key${index}=<b>${"v".repeat(100)}</b>`),
      ),
    ]}
  />
);
export const Shards = () => (
  <ReportUploadsNotice
    count={2}
    uploads={[1, 2].map((shard) => ({ ...upload(shard, `report-${shard}.zip`), shard }))}
  />
);
export const Live = () => (
  <ReportUploadsNotice
    count={2}
    uploads={[{ ...upload(1, "Playwright reporter"), format: "live" }, upload(2, "junit.xml")]}
  />
);
export const OfMany = () => <ReportUploadsNotice count={1234} uploads={[upload(1, "x".repeat(5000))]} />;
export const Loading = () => <ReportUploadsNotice count={3} uploads={undefined} />;
