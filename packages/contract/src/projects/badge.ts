import { z } from "zod";
import { endpoint, Id } from "#endpoint.ts";

export const readBadge = endpoint({
  method: "GET",
  path: "/api/public/projects/:projectId/badge.svg",
  summary: "Show whether the tests of a branch pass, as a picture; 404 unless the project has a public badge",
  allow: "public",
  params: z.object({ projectId: Id }),
  query: z.object({
    /** Default: the main branches of the project. */
    branch: z.string().trim().max(300).optional(),
  }),
  /** The SVG file. */
  response: z.unknown(),
});
