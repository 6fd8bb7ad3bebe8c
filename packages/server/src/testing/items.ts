import type { Annotation } from "@plumb/contract/items/annotations.ts";
import type { AnnotationDetail } from "@plumb/contract/items/annotation-parts.ts";
import type { Notification } from "@plumb/contract/people/notifications.ts";
import { expect } from "vitest";
import { type Reply, call, seedProject, type TestApp } from "./app.ts";
import { type Person, seedPerson } from "./people.ts";

interface Answered<Data> {
  readonly success: boolean;
  readonly data: Data;
  readonly error?: string;
  readonly current?: Annotation;
}

/** Creates a project with a user per role, and functions that call the API of analysis items. */
export async function itemsProject(plumb: TestApp) {
  const { token: admin, projectId, key } = await seedProject(plumb);
  const seat = (name: string, projectRole: "LEAD" | "USER" | "VIEWER") =>
    seedPerson(plumb, name, { projectId, projectRole });
  const people = { ada: await seat("ada", "USER"), ben: await seat("ben", "USER"), vera: await seat("vera", "VIEWER") };
  const base = "/api/annotations";
  const ask = <Data>(
    person: { token: string },
    method: "DELETE" | "GET" | "POST" | "PUT",
    path: string,
    body?: unknown,
  ): Promise<Reply<Answered<Data>>> =>
    call(plumb, method, `${base}/${path}`, { token: person.token, ...(body !== undefined && { body }) });
  return {
    admin: { token: admin },
    projectId,
    key,
    ...people,
    ask,
    /** Creates an item and expects success. */
    create: async (person: Person, input: Record<string, unknown> = {}): Promise<Annotation> => {
      const body = { title: "Checkout is slow", message: "Since Monday", ...input };
      const response = await ask<Annotation>(person, "POST", `projects/${projectId}/annotations`, body);
      expect(response.body).toMatchObject({ success: true });
      return response.body.data;
    },
    change: (person: Person, item: { id: number }, what: string, body: object) =>
      ask<Annotation>(person, "PUT", `annotations/${item.id}/${what}`, body),
    read: async (person: { token: string }, item: { id: number }): Promise<AnnotationDetail> => {
      const response = await ask<AnnotationDetail>(person, "GET", `annotations/${item.id}`);
      expect(response.body).toMatchObject({ success: true });
      return response.body.data;
    },
    list: async (person: { token: string }, query = ""): Promise<{ titles: string[]; total: number }> => {
      const response = await ask<{ annotations: Annotation[]; total: number }>(
        person,
        "GET",
        `projects/${projectId}/annotations?${query}`,
      );
      expect(response.body).toMatchObject({ success: true });
      return { titles: response.body.data.annotations.map(({ title }) => title), total: response.body.data.total };
    },
    /** Returns the notifications of a user, oldest first. */
    told: async (person: Person): Promise<Notification[]> => {
      const { body } = await call<{ data: Notification[] }>(plumb, "GET", "/api/notifications", {
        token: person.token,
      });
      return body.data.toReversed();
    },
  };
}
