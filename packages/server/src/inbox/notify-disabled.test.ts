import { expect, test } from "vitest";
import { notifyDisabled } from "./notify-disabled.ts";
import { removeMember } from "#store/projects/members.ts";
import { createTestApp, seedProject } from "#testing/app.ts";
import { readRows } from "#testing/database.ts";
import { seedPerson } from "#testing/people.ts";

test("users who left the project get no notification about connections that they added", async () => {
  await using plumb = await createTestApp();
  const { projectId } = await seedProject(plumb);
  const lead = await seedPerson(plumb, "lead", { projectId, projectRole: "LEAD" });
  const left = await seedPerson(plumb, "left", { projectId, projectRole: "LEAD" });
  const user = await seedPerson(plumb, "user", { projectId, projectRole: "USER" });
  await removeMember(plumb.context.db, projectId, left.id);
  const input = { title: "A connection was disabled", message: "octo/shop", tab: "connections" } as const;
  for (const createdBy of [left.id, user.id]) await notifyDisabled(plumb.context, projectId, { ...input, createdBy });
  const notified = await readRows<{ id: number; url: string | null }>(
    plumb.context.db,
    'select user_id as "id", action_url as "url" from notification order by user_id',
  );
  const url = `/settings?tab=connections&project=${projectId}`;
  expect(notified).toEqual([
    { id: lead.id, url },
    { id: lead.id, url },
    { id: user.id, url: null },
  ]);
});
