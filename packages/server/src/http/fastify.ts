/** Types of Fastify that streaming routes need, so that `api/` does not import the framework. */
export type { FastifyReply, FastifyRequest } from "fastify";
