import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Context } from "#core/context.ts";

const loader = fileURLToPath(new URL("../../../demo/main.ts", import.meta.url));
const services = fileURLToPath(new URL("../../../demo/services/main.ts", import.meta.url));

/** Ports on 127.0.0.1 of the services that the demo sends messages, tickets and mails to. */
const Ports = z.object({ http: z.number().int(), mail: z.number().int() });
type Ports = z.infer<typeof Ports>;

/** Source of a live run that was replayed to its end. */
const Replayed = z.object({ projectId: z.number().int(), source: z.number().int() });
type Replayed = z.infer<typeof Replayed>;

export interface DemoStart {
  /** Path of the Node.js executable. */
  readonly node: string;
  readonly address: string;
  readonly dataDir: string;
  /** Preferred port of the services; 0 for any. */
  readonly servicesPort: number;
  readonly log: Pick<Context["log"], "error">;
  /** Called once with the ports of the services, before the demo uses them. */
  readonly onServices: (ports: Ports) => void;
  /** Removes a run that was replayed, with its source. */
  readonly withdraw: (run: Replayed) => Promise<void>;
}

interface RunningDemo {
  /** Resolves when the project is complete, or cannot be completed. The reason is printed then. */
  readonly loaded: Promise<void>;
  /** Stops the running processes. The next start continues. */
  readonly stop: () => void;
}

/**
 * Starts the demo services, and then completes the demo project. Both are separate processes, so that the server needs no memory for them, and the
 * second one uses the public API. It continues with a run that it replays.
 */
export function startDemo(input: DemoStart): RunningDemo {
  const { node, address, dataDir, servicesPort, log, onServices, withdraw } = input;
  let isStopped = false;
  const children: ChildProcess[] = [];
  const loaded = Promise.withResolvers<void>();
  // The IPC channel ends when the server exits, even if it was killed. The environment is empty, because the processes need no secrets and must not
  // use a proxy for the loopback address.
  const run = (...args: string[]): ChildProcess => {
    const child = spawn(node, args, { env: {}, stdio: ["ignore", "inherit", "inherit", "ipc"] });
    child.on("error", (error) => log.error(error, "The demo is not complete"));
    children.push(child);
    return child;
  };
  const load = (ports: Ports | null) => {
    if (isStopped) return loaded.resolve();
    const loading = run(loader, address, JSON.stringify(ports));
    for (const event of ["exit", "error"]) loading.once(event, () => loaded.resolve());
    loading.on("message", (message) => {
      if (message === "complete") return loaded.resolve();
      const { data: run } = Replayed.safeParse(message);
      if (run === undefined) return;
      void withdraw(run)
        .catch((error: unknown) => log.error(error, "A replayed run of the demo was not removed"))
        .finally(() => loading.connected && loading.send("withdrawn"));
    });
  };
  // Its memory is limited, because it only keeps what it received.
  const running = run(
    "--max-semi-space-size=1",
    "--max-old-space-size=64",
    services,
    address,
    dataDir,
    String(servicesPort),
  );
  const failed = () => {
    log.error("The services of the demo did not start, so its project has no connections.");
    load(null);
  };
  running.once("exit", failed);
  running.once("message", (message) => {
    running.off("exit", failed);
    running.once("exit", () => {
      if (!isStopped) log.error("The services of the demo ended. Its connections fail until the server is restarted.");
    });
    const ports = Ports.parse(message);
    onServices(ports);
    load(ports);
  });
  return {
    loaded: loaded.promise,
    stop: () => {
      isStopped = true;
      for (const child of children) child.kill();
      loaded.resolve();
    },
  };
}
