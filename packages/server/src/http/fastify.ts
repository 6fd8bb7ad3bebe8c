/** The two types of Fastify that a streaming route needs, so that `api/` stays free of the framework. */
export type { FastifyReply, FastifyRequest } from "fastify";
