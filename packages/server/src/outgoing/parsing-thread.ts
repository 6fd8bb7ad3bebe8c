import { parseJson } from "./bounded-json.ts";
import { onTask } from "#threads/on-task.ts";

onTask<object>(async (_, port) => {
  port.on("message", (text: string) => port.postMessage(parseJson(text)));
});
