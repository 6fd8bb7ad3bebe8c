import { expect, test } from "vitest";
import { createOutgoing } from "./outgoing.ts";
import { withDeadline } from "./with-deadline.ts";
import { startFakeService } from "#testing/fake-service.ts";

test("requests of one operation end together", async () => {
  await using far = await startFakeService(({ url }) => (url === "/silent" ? null : {}));
  const outgoing = withDeadline(createOutgoing({ allowPrivateHosts: ["127.0.0.1"] }), 2000);
  expect((await outgoing.request({ method: "GET", url: far.url })).status).toBe(200);
  await expect(outgoing.request({ method: "GET", url: `${far.url}/silent` })).rejects.toThrow(
    /did not respond within [\d.]+ seconds/,
  );
  await expect(outgoing.request({ method: "GET", url: far.url })).rejects.toThrow(
    /did not respond within [\d.]+ seconds/,
  );
  expect(far.received.length).toBe(2);
});
