import { z } from "zod";
import { endpoint, Id, success } from "#endpoint.ts";

/** Kinds of objects whose URLs contain only an id, without the project. */
export const LocatedKind = z.enum(["test", "cause", "upload"]);
export type LocatedKind = z.infer<typeof LocatedKind>;

export const locateObject = endpoint({
  method: "GET",
  path: "/api/locate/:kind/:id",
  summary: "Find the project of a test, a cause or an upload, if the caller can read it",
  allow: "user",
  params: z.object({ kind: LocatedKind, id: Id }),
  response: success(z.object({ projectId: Id })),
});
