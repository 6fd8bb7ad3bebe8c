import type { Recording } from "./recording.ts";

declare global {
  interface Window {
    plumbRecording: Recording;
  }
}

// Times such as "2 hours ago" and the periods that pages request refer to the recording. This module is loaded before all that read the clock.
const { recordedAt } = window.plumbRecording;

const Clock = Date;
window.Date = new Proxy(Clock, {
  construct: (target, values: [], self) =>
    Reflect.construct(target, values.length === 0 ? [recordedAt] : values, self) as Date,
  get: (target, name, self) => (name === "now" ? () => recordedAt : (Reflect.get(target, name, self) as unknown)),
});
