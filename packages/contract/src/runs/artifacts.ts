import { z } from "zod";
import { endpoint } from "#endpoint.ts";

export const readArtifact = endpoint({
  method: "GET",
  path: "/api/artifacts/:token",
  summary: "The content of an artifact, by the signed link that a result carries; answers ranges",
  allow: "signed",
  params: z.object({ token: z.string().max(500) }),
  /** The file itself. */
  response: z.unknown(),
});
