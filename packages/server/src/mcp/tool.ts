import { z } from "zod";
import type { Context } from "#core/context.ts";
import type { Caller } from "#http/caller.ts";
import type { ApiCaller } from "./caller.ts";

/** Input of every tool. An API key belongs to one project. */
export const projectIdInput = {
  project_id: z.number().int().positive().optional(),
};

/** Context of a tool call. */
export interface ToolCall {
  readonly api: ApiCaller;
  readonly caller: Caller;
  readonly context: Pick<Context, "bus" | "clock" | "db" | "log">;
  readonly projectId: number;
  /** IP address of the client. */
  readonly address: string;
  /** Base URL of links, without a trailing slash. */
  readonly publicUrl: string;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** False for tools with side effects. */
  readonly readOnly: boolean;
  /** Returns the answer as text. Throws an ApiError with a message for the agent. */
  readonly run: (call: ToolCall, input: never) => Promise<string>;
}

/** Returns a tool whose `run` gets the parsed input. */
export function tool<Input extends z.ZodObject>(options: {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly readOnly?: boolean;
  readonly run: (call: ToolCall, input: z.output<Input>) => Promise<string>;
}): Tool {
  return { readOnly: true, ...options };
}
