import type { Artifact } from "@plumb/contract/runs/results.ts";

const size = { small: [120, 80], large: [120, 100] } as const;

/** Returns the address of a picture that needs no server. The colour identifies it. */
export function samplePicture(color: string, shape: keyof typeof size = "small"): string {
  const [width, height] = size[shape];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#f4f3f6"/><rect x="10" y="10" width="60" height="30" fill="${color}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Returns an uploaded screenshot with the given changes. */
export function sampleArtifact(id: number, change: Partial<Artifact> = {}): Artifact {
  return {
    id,
    attempt: 0,
    name: "screenshot",
    kind: "screenshot",
    contentType: "image/png",
    size: 48_210,
    url: samplePicture("#6d2366"),
    viewUrl: null,
    ...change,
  };
}
