import type { Artifact } from "@plumb/contract/results.ts";
import { ArtifactList } from "./artifact-list.tsx";

const pixel = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

const artifact = (id: number, change: Partial<Artifact>): Artifact => ({
  id,
  attempt: 0,
  name: "screenshot",
  kind: "screenshot",
  contentType: "image/png",
  size: 48_210,
  url: pixel,
  viewUrl: null,
  ...change,
});

export const Mixed = () => (
  <ArtifactList
    artifacts={[
      artifact(1, {}),
      artifact(2, { name: "trace.zip", kind: "trace", contentType: "application/zip", size: 1_234_567, url: "#trace" }),
      artifact(3, { name: "server.log", kind: "text", contentType: "text/plain", size: null, url: "#log" }),
      artifact(4, { name: "video.webm", kind: "video", contentType: "video/webm", size: null, url: null }),
    ]}
  />
);
export const None = () => <ArtifactList artifacts={[]} />;
export const Hostile = () => (
  <ArtifactList
    artifacts={[
      artifact(1, {
        name: '"><img src=x onerror="document.title=\'pwned\'">',
        contentType: "text/html",
        kind: "other",
      }),
      artifact(2, { name: "n".repeat(500_000), contentType: "text/plain", kind: "text", url: null }),
    ]}
  />
);
