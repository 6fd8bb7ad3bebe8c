import type { Client } from "@plumb/client/client.ts";
import { changeOwnerRules, readOwnerRules } from "@plumb/contract/tests/owners.ts";
import { quarantineTest } from "@plumb/contract/tests/quarantine.ts";
import { listTests } from "@plumb/contract/tests/tests.ts";

const dayMs = 86_400_000;

/** Tests without a matching file have no owner. */
const rules = `# Whose the shop's tests are
/cypress/    @mobile
/checkout/   @checkout
/cart/       @checkout
/account/    @accounts
/catalogue/  @catalogue
/shop/       @catalogue
`;

/** Assigns owners to tests, quarantines the flakiest test and mutes the next one. */
export async function careForTests(client: Client, projectId: number): Promise<void> {
  const params = { projectId };
  const { data: known } = await client.call(readOwnerRules, { params });
  if (known.version === 0) await client.call(changeOwnerRules, { params, body: { rules, version: 0 } });
  const [flakiest, next] = await flakyTests(client, projectId);
  const endsAt = new Date(Date.now() + 14 * dayMs).toISOString();
  if (flakiest !== undefined) {
    const reason = "SHOP-412: the export takes longer than the test waits. Being rewritten.";
    const body = { kind: "quarantine", reason, owner: "@accounts", endsAt, releaseAfter: 10 } as const;
    await client.call(quarantineTest, { params: { projectId, testId: flakiest }, body });
  }
  if (next !== undefined) {
    const body = { kind: "mute", reason: "Slow on Firefox only; looked at after the release", endsAt } as const;
    await client.call(quarantineTest, { params: { projectId, testId: next }, body });
  }
}

/** Returns the ids of the two flakiest tests. */
async function flakyTests(client: Client, projectId: number): Promise<number[]> {
  const { data } = await client.call(listTests, { params: { projectId }, query: { view: "flaky", limit: 2 } });
  return data.map(({ id }) => id);
}
