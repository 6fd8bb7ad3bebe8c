import { classicScript, source } from "./classic-script.ts";

/** The app with recorded responses in place of a server. `demo/static` sets the output folder. */
export default classicScript({
  entry: "static-demo/main.tsx",
  name: "plumbDemo",
  file: "app",
  alias: {
    "./use-id/use-id.mjs": source("ui/theme/mantine-id.ts"),
    "./early-answers.ts": source("static-demo/recorded-responses.ts"),
    "./storage.ts": source("static-demo/recorded-storage.ts"),
    "#lib/session/storage.ts": source("static-demo/recorded-storage.ts"),
    "socket.io-client": source("static-demo/recorded-socket.ts"),
  },
});
