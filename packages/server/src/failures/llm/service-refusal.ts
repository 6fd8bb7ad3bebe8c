import { parseJson } from "#outgoing/bounded-json.ts";
import { redact } from "./redact.ts";
import { ModelError } from "./model-error.ts";

const responseLength = 300;

interface Refusal {
  /** `undefined` if there was no response. */
  readonly status: number | undefined;
  readonly body: string;
  readonly location: string | undefined;
  readonly model: string;
  readonly hasKey: boolean;
}

/** Returns a message for the administrator about an unsuccessful response. */
export function serviceRefusal({ status = 0, body, location, model, hasKey }: Refusal): ModelError {
  const response = redact(spoken(body), responseLength);
  return new ModelError("service", message(), { answer: response });

  function message(): string {
    if (status >= 200 && status < 300)
      return "The address did not respond like an OpenAI-compatible API. Check the base URL.";
    if (status >= 300 && status < 400) {
      const target = URL.parse(location ?? "")?.origin;
      return `The service redirects${target === undefined ? "" : ` to ${target}`} (HTTP ${status}). Enter the address it redirects to.`;
    }
    if (status === 401)
      return hasKey ? "The service refused the API key (HTTP 401)." : "The service requires an API key (HTTP 401).";
    if (status === 402 || /insufficient_quota|billing/i.test(body))
      return `The account has no credit left at the service (HTTP ${status}).`;
    if (status === 403) return "The service does not allow this with the API key (HTTP 403).";
    if (
      (status === 400 || status === 404) &&
      /model_not_found|model\b[^]{0,200}\b(?:not|unknown|invalid|exist)/i.test(response)
    )
      return `The service has no model ${model} (HTTP ${status}).`;
    if (status === 404 || status === 405)
      return `There is no chat API at this address (HTTP ${status}). The base URL often ends with /v1.`;
    if (status === 429) return "The service received too many requests (HTTP 429). Try again later.";
    if (status >= 500) return `The service has a problem (HTTP ${status}). Try again later.`;
    return `The service refused the request (HTTP ${status}).`;
  }
}

/** Returns the message in a response such as `{"error": {"message": "…"}}`; empty for an HTML page. */
function spoken(body: string): string {
  try {
    const { error } = parseJson(body) as { error?: unknown };
    if (typeof error === "string") return error;
    const { message, code } = error as { message?: unknown; code?: unknown };
    return [message, code].filter((part) => typeof part === "string").join(" ");
  } catch {
    return "";
  }
}
