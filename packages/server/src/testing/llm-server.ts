import { type FakeService, type ReceivedRequest, startFakeService } from "./fake-service.ts";

/** Response of the model to a request; `null` for no response at all. */
export type Reply =
  | { readonly says: object | string; readonly finish?: string; readonly usage?: object | null }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: object | string }
  | null;

export interface LlmServer extends FakeService {
  /** Base URL for the settings, with the usual path. */
  readonly baseUrl: string;
  /** Returns the parsed requests in order. */
  readonly requests: () => ModelRequest[];
}

interface ModelRequest {
  readonly model: string;
  readonly instructions: string;
  readonly data: string;
  readonly body: Record<string, unknown>;
}

export const goodResponse = {
  rootCause: "The shop's server is not running.",
  technicalAnalysis: "Nothing listens on port 3000, so that page.goto fails immediately.",
  recommendations: ["Start the server before the tests.", "Wait for its health check."],
  primaryClass: "Environment Issue",
};

/**
 * Starts an OpenAI-compatible server on loopback.
 *
 * @param reply Returns the response to a request; `before` is the number of earlier requests.
 */
export async function startLlmServer(
  reply: (requests: ModelRequest, before: number, request: ReceivedRequest) => Reply = () => ({ says: goodResponse }),
): Promise<LlmServer> {
  let count = 0;
  const server = await startFakeService((request) => {
    const input = reply(readRequest(request), (count += 1) - 1, request);
    if (input === null || "status" in input) return input;
    const { says, finish = "stop", usage = { prompt_tokens: 900, completion_tokens: 100, total_tokens: 1000 } } = input;
    const content = typeof says === "string" ? says : JSON.stringify(says);
    return {
      body: {
        id: `chatcmpl-${count}`,
        object: "chat.completion",
        created: 1_772_000_000,
        model: "tiny",
        choices: [{ index: 0, finish_reason: finish, message: { role: "assistant", content } }],
        ...(usage !== null && { usage }),
      },
    };
  });
  return {
    ...server,
    baseUrl: `${server.url}/v1`,
    requests: () => server.received.map(readRequest),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function readRequest({ body }: ReceivedRequest): ModelRequest {
  const parsed = JSON.parse(body) as { model: string; messages: { role: string; content: string }[] };
  const of = (role: string) => parsed.messages.find((message) => message.role === role)?.content ?? "";
  return { model: parsed.model, instructions: of("system"), data: of("user"), body: { ...parsed } };
}
