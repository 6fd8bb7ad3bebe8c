import { type RecordedResponse, requestKey, responseCallback } from "./recording.ts";

declare global {
  interface Window {
    [responseCallback]?: (file: string, response: RecordedResponse) => void;
  }
}

const changeText = "This is a recorded demo, so nothing can be changed. Start Plumb to try it.";
const missingText = "This is a recorded demo, which does not contain these data. Start Plumb to see them.";

const loaded = new Map<string, Promise<RecordedResponse>>();
const received = new Map<string, (response: RecordedResponse) => void>();
window[responseCallback] = (file, response) => received.get(file)?.(response);

/** `fetch` of the static demo, which answers with recorded responses. It is used in place of `lib/api/early-answers.ts`. */
export const fetchOrTake: typeof fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  if ((init?.method ?? "GET") !== "GET")
    return responseOf({ status: 403, body: { error: changeText, code: "forbidden" } });
  const file = window.plumbRecording.responses[requestKey(url)];
  if (file === undefined) return responseOf({ status: 404, body: { error: missingText, code: "not_found" } });
  return responseOf(await responseIn(file));
};

function responseIn(file: string): Promise<RecordedResponse> {
  const known = loaded.get(file);
  if (known !== undefined) return known;
  const response = new Promise<RecordedResponse>((resolve, reject) => {
    received.set(file, resolve);
    const script = document.createElement("script");
    script.src = `responses/${file}.js`;
    script.addEventListener("error", () => {
      // The next request tries again.
      loaded.delete(file);
      reject(new TypeError(`responses/${file}.js could not be loaded`));
    });
    script.addEventListener("load", () => script.remove());
    document.head.append(script);
  });
  loaded.set(file, response);
  return response;
}

function responseOf({ status, body }: RecordedResponse): Response {
  return new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json" },
  });
}
