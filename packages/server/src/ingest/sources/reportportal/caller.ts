import type { FastifyRequest } from "fastify";
import type { Context } from "#core/context.ts";
import { identify } from "#http/caller.ts";
import { refuseUnfit } from "#http/unfit-value.ts";
import { senderOf } from "#ingest/uploads/new-upload.ts";
import type { Sender } from "#store/uploads/uploads.ts";
import { accessDenied, noProject } from "./refusals.ts";
import { projectById } from "#store/projects/projects.ts";

export interface Reporting {
  readonly projectId: number;
  readonly projectName: string;
  readonly sender: Sender;
  /** True if the key may also read the project. */
  readonly mayRead: boolean;
}

/** Seconds for which a project's name is cached, because agents make thousands of calls a minute. */
const nameSeconds = 5;

/** Returns a function that identifies the caller. */
export function createCallers(context: Pick<Context, "access" | "clock" | "db">) {
  const names = new Map<number, { readonly name: string | null; readonly until: number }>();
  const nameOf = async (projectId: number): Promise<string | null> => {
    const known = names.get(projectId);
    if (known !== undefined && known.until > performance.now()) return known.name;
    if (names.size > maxNames) names.clear();
    const name = (await projectById(context.db, projectId))?.name ?? null;
    names.set(projectId, { name, until: performance.now() + nameSeconds * 1000 });
    return name;
  };
  /**
   * Returns the project of the API key. The URL contains its name, its name as a slug, or its id.
   *
   * @throws ApiError
   * @throws Refused if the URL contains another project.
   */
  return async (request: FastifyRequest): Promise<Reporting> => {
    const caller = await identify(context, request, "ingest");
    if (caller.kind !== "key")
      throw accessDenied("Report with an API key of a project (Projects, your project, API keys).");
    if (!caller.scopes.includes("ingest"))
      throw accessDenied('This API key cannot report: it does not have the scope "ingest".');
    refuseUnfit([request.params, request.query]);
    const { projectId } = caller;
    const name = await nameOf(projectId);
    if (name === null) throw noProject("The project of this API key was deleted.");
    const { project: named } = request.params as { project?: string };
    if (named !== undefined && named !== String(projectId) && slug(named) !== slug(name))
      throw noProject(
        `Project '${named.slice(0, 100)}' not found. Did you use correct project name? This API key belongs to the project '${name}'.`,
      );
    return { projectId, projectName: name, sender: senderOf(caller), mayRead: caller.scopes.includes("read") };
  };
}

const maxNames = 1000;

function slug(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "-");
}
