import type { FastifyInstance } from "fastify";

/**
 * Returns the port, or `null` if it is in use: then the server runs without it and logs a warning.
 *
 * @throws Error for other reasons.
 */
export async function listenForArtifacts(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<number | null> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    if (["EADDRINUSE", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
  const address = app.server.address();
  return typeof address === "object" ? (address?.port ?? null) : null;
}
