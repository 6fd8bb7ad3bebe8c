import type { Artifact } from "@plumb/contract/runs/results.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ArtifactAccess } from "./artifact-access.ts";
import { ArtifactGallery } from "./artifact-gallery.tsx";
import { sampleArtifact, samplePicture } from "./sample-artifact.ts";

const files: Readonly<Record<string, Partial<Artifact>>> = {
  trace: { kind: "trace", contentType: "application/zip", size: 1_234_567, url: "/files/trace.zip" },
  "server.log": { kind: "text", contentType: "text/plain", size: 300_000, url: "/files/server.log" },
  "state.json": { kind: "text", contentType: "application/json", size: 900, url: "/files/state.json" },
  "network.har": { kind: "text", contentType: "application/json", size: 9000, url: "/files/network.har" },
  page: { kind: "text", contentType: "text/html", url: "/files/page", viewUrl: "/files/apart/page" },
  "logs.zip": { kind: "other", contentType: "application/zip", url: "/files/logs.zip" },
};

const file = (id: number, name: string, change: Partial<Artifact> = {}) =>
  sampleArtifact(id, { name, ...files[name], ...change });

function Gallery({ artifacts }: { readonly artifacts: readonly Artifact[] }) {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <ArtifactGallery artifacts={artifacts} attempt={0} />
    </QueryClientProvider>
  );
}

/** Environment of the app, where traces open and links are renewed. Calls are listed below. */
function Product({ artifacts, children }: { readonly artifacts: readonly Artifact[]; readonly children?: ReactNode }) {
  const [requested, setRequested] = useState<readonly string[]>([]);
  const [access] = useState(() => ({
    inline: true,
    renew: () => setRequested((before) => [...before, "renew"]),
    openTrace: (id: number) => setRequested((before) => [...before, `trace ${id}`]),
  }));
  return (
    <ArtifactAccess value={access}>
      <Gallery artifacts={artifacts} />
      <output>{requested.join(", ")}</output>
      {children}
    </ArtifactAccess>
  );
}

export const Mixed = () => (
  <Product
    artifacts={[
      sampleArtifact(1),
      sampleArtifact(2, { name: "after", url: samplePicture("#10b981") }),
      file(3, "trace", { viewUrl: "http://plumb.test:4601/trace/index.html?trace=x" }),
      file(4, "server.log"),
      file(5, "state.json"),
      file(6, "network.har"),
      file(7, "page"),
      file(8, "logs.zip"),
      sampleArtifact(9, { name: "video.webm", kind: "video", contentType: "video/webm", url: null, size: null }),
    ]}
  />
);

export const Compared = () => (
  <Product
    artifacts={[
      sampleArtifact(1, { name: "cart-expected.png" }),
      sampleArtifact(2, { name: "cart-actual.png", url: samplePicture("#10b981", "large") }),
      sampleArtifact(3, { name: "cart-diff.png", url: samplePicture("#ef4444") }),
    ]}
  />
);

export const Recording = () => (
  <Product
    artifacts={[
      sampleArtifact(1, { name: "video", kind: "video", contentType: "video/webm", url: "/files/video.webm" }),
    ]}
  />
);

/** The link of the picture has expired, and the file of the log was deleted. */
export const Broken = () => (
  <Product
    artifacts={[sampleArtifact(1, { url: "/files/expired.png" }), file(2, "server.log", { url: "/files/gone.log" })]}
  />
);

/** An export opened from disk. */
export const FromDisk = () => (
  <ArtifactAccess value={{ inline: false, renew: null, openTrace: null }}>
    <ArtifactGallery
      artifacts={[
        sampleArtifact(1, { name: "cart-expected.png" }),
        sampleArtifact(2, { name: "cart-actual.png", url: samplePicture("#10b981") }),
        file(3, "trace"),
        file(4, "server.log"),
        file(5, "page", { viewUrl: null }),
      ]}
      attempt={0}
    />
  </ArtifactAccess>
);

/** The separate origin for artifacts is not reachable, so pages and traces are downloads. */
export const DownloadsOnly = () => <Product artifacts={[file(1, "trace"), file(2, "page", { viewUrl: null })]} />;

export const None = () => <Product artifacts={[]} />;

export const Many = () => (
  <Product
    artifacts={Array.from({ length: 600 }, (_, index) => sampleArtifact(index + 1, { name: `step ${index + 1}` }))}
  />
);

export const Hostile = () => (
  <Product
    artifacts={[
      sampleArtifact(1, {
        name: '"><img src=x onerror="document.title=\'pwned\'">',
        contentType: "text/html",
        kind: "other",
      }),
      sampleArtifact(2, { name: "n".repeat(500_000), contentType: "text/plain", kind: "text", url: null }),
      sampleArtifact(3, { name: "w".repeat(5000) }),
      file(4, "state.json"),
      file(5, "trace", { name: "; rm -rf ~ #.zip" }),
    ]}
  />
);
