/** Connection of the static demo, in place of `socket.io-client`: it is connected and never receives an event. */
export function io() {
  return {
    active: true,
    io: { on: () => undefined },
    on: (event: string, listener: () => void) => {
      if (event === "connect") queueMicrotask(listener);
    },
    emit: () => undefined,
    connect: () => undefined,
    disconnect: () => undefined,
  };
}
