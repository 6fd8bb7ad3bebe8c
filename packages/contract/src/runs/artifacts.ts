import { z } from "zod";
import { endpoint } from "#endpoint.ts";

export const readArtifact = endpoint({
  method: "GET",
  path: "/api/artifacts/:token",
  summary: "Read the content of an artifact by a signed link; supports ranges",
  allow: "signed",
  params: z.object({ token: z.string().max(500) }),
  /** The file content. */
  response: z.unknown(),
});
