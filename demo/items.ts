import { randomBytes } from "node:crypto";
import { type Client, createClient } from "@plumb/client/client.ts";
import { listFailureGroups } from "@plumb/contract/failures/failures.ts";
import { updateAnnotationStatus } from "@plumb/contract/items/annotation-changes.ts";
import { addItemComment, addItemLink } from "@plumb/contract/items/annotation-parts.ts";
import { createAnnotation } from "@plumb/contract/items/annotations.ts";
import { ownAccount, register } from "@plumb/contract/people/auth.ts";
import { updateProfile } from "@plumb/contract/people/profile.ts";
import { addMember } from "@plumb/contract/projects/members.ts";
import { listReports } from "@plumb/contract/runs/report-list.ts";
import { listResults } from "@plumb/contract/runs/results.ts";
import { type About, type Colleague, colleagues, type DemoItem, items } from "./items-told.ts";

const dayMs = 86_400_000;

interface Person {
  readonly id: number;
  readonly client: Client;
}

type People = ReadonlyMap<Colleague, Person>;

/** Creates analysis items by several users, whose accounts cannot sign in. */
export async function noteItems(address: string, client: Client, projectId: number): Promise<void> {
  const people = await invited(address, client, projectId);
  for (const item of items) await noteItem(client, projectId, people, item);
}

async function invited(address: string, client: Client, projectId: number): Promise<People> {
  const me = (await client.call(ownAccount)).user;
  const people = new Map<Colleague, Person>([["me", { id: me.id, client }]]);
  const anybody = createClient({ baseUrl: address, token: () => null });
  for (const { username, name, role } of colleagues) {
    const password = randomBytes(24).toString("base64url");
    const body = { username, email: `${username}@shop.example`, password };
    const { token, user } = await anybody.call(register, { body });
    const own = createClient({ baseUrl: address, token: () => token });
    await own.call(updateProfile, { body: { display_name: name } });
    await client.call(addMember, { params: { projectId }, body: { userId: user.id, roleKey: role } });
    people.set(username, { id: user.id, client: own });
  }
  return people;
}

async function noteItem(client: Client, projectId: number, people: People, item: DemoItem): Promise<void> {
  const { title, message, type, priority, tags = [], age, due } = item;
  const { data } = await client.call(createAnnotation, {
    params: { projectId },
    body: {
      title,
      message,
      ...(type !== undefined && { type }),
      ...(priority !== undefined && { priority }),
      tags: [...tags],
      assignedTo: item.for === undefined ? null : (people.get(item.for)?.id ?? null),
      dueDate: due === undefined ? null : new Date(Date.now() + due * dayMs).toISOString().slice(0, 10),
      createdAt: new Date(Date.now() - age * dayMs).toISOString(),
      ...(item.about !== undefined && (await subjectOf(client, projectId, item.about))),
    },
  });
  const params = { annotationId: data.id };
  for (const [by, body] of item.comments ?? [])
    await (people.get(by)?.client ?? client).call(addItemComment, { params, body: { body } });
  if (item.link !== undefined) await client.call(addItemLink, { params, body: item.link });
  if (item.status !== undefined) {
    const by = item.for === undefined ? client : (people.get(item.for)?.client ?? client);
    await by.call(updateAnnotationStatus, { params, body: { status: item.status, comment: item.note ?? "" } });
  }
}

/** Returns the ids of the item's subject, or an empty object if the history does not contain it. */
async function subjectOf(client: Client, projectId: number, about: About) {
  if ("cause" in about) {
    const query = { timeWindow: "90", limit: 200 } as const;
    const { data: groups } = await client.call(listFailureGroups, { params: { projectId }, query });
    const expected = about.cause.toLowerCase();
    const group = groups.find(({ representativeError }) => representativeError.toLowerCase().includes(expected));
    return group === undefined ? {} : { groupId: group.id };
  }
  const suite = "reportOf" in about ? about.reportOf : about.failedIn;
  const { data: reports } = await client.call(listReports, { query: { projectId, limit: 200 } });
  for (const { id: reportId } of reports.filter(({ testSuite }) => testSuite === suite)) {
    if ("reportOf" in about) return { testRunId: reportId };
    const query = { status: "failed", search: about.test, limit: 1 } as const;
    const [result] = (await client.call(listResults, { params: { reportId }, query })).data;
    if (result !== undefined) return { testCaseId: result.id };
  }
  return {};
}
