import { z } from "zod";
import { endpoint, Id, success } from "#endpoint.ts";

/** Kinds of objects whose URLs contain only an id, without the project. */
export const PlacedKind = z.enum(["test", "cause", "upload"]);
export type PlacedKind = z.infer<typeof PlacedKind>;

export const readWhereabouts = endpoint({
  method: "GET",
  path: "/api/whereabouts/:kind/:id",
  summary: "Find the project of a test, a cause or an upload, if the caller can read it",
  allow: "user",
  params: z.object({ kind: PlacedKind, id: Id }),
  response: success(z.object({ projectId: Id })),
});
