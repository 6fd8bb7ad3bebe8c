import type { MessagePort } from "node:worker_threads";

/** Queue of messages from a port. */
export class PortQueue<Message> {
  readonly #arrived: Message[] = [];
  #closed = false;
  #wake: (() => void) | null = null;

  constructor(port: MessagePort) {
    port.on("message", (message: Message) => {
      this.#arrived.push(message);
      this.#wake?.();
    });
    port.on("close", () => {
      this.#closed = true;
      this.#wake?.();
    });
  }

  /** Returns the next message; `null` after the other side has closed the port. */
  async next(): Promise<Message | null> {
    if (this.#arrived.length === 0 && !this.#closed) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.#arrived.shift() ?? null;
  }
}
