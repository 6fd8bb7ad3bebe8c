import type { Upload } from "@plumb/contract/runs/uploads.ts";
import { expect, test } from "vitest";
import { firstContact } from "./first-contact.ts";
import { sampleUpload } from "./sample-upload.ts";

const none: Pick<Upload, "reports" | "tests"> = { reports: [], tests: 0 };
const at = (minute: number) => `2026-03-04T09:0${minute}:00.000Z`;
const rejected = sampleUpload({ ...none, id: 1, state: "rejected", receivedAt: at(1), reason: "It is no report." });
const reading = sampleUpload({ ...none, id: 2, state: "reading", receivedAt: at(2) });
const accepted = sampleUpload({ id: 3, receivedAt: at(3) });
const deleted = sampleUpload({ id: 4, receivedAt: at(4), reports: [{ id: 40, number: 1, suite: "web", gone: true }] });

test.for([
  ["nothing was sent", [], { kind: "none" }],
  ["a file was rejected", [rejected], { kind: "rejected", upload: rejected, firstAt: at(1) }],
  ["the next attempt is being read", [reading, rejected], { kind: "receiving", upload: reading, firstAt: at(1) }],
  ["it is a report", [accepted, rejected], { kind: "arrived", reportId: 41, firstAt: at(1) }],
  ["a rejection after the report", [{ ...rejected, receivedAt: at(4) }, accepted], { kind: "arrived", reportId: 41 }],
  ["the report was deleted", [deleted], { kind: "rejected", upload: deleted }],
] as const)("%s", ([, uploads, expected]) => {
  expect(firstContact(uploads)).toMatchObject(expected);
});
