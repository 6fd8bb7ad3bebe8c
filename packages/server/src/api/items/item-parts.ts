import {
  addItemComment,
  addItemLink,
  deleteItemComment,
  editItemComment,
  readAnnotation,
  removeItemLink,
  watchAnnotation,
} from "@plumb/contract/items/annotation-parts.ts";
import type { Api } from "#http/api.ts";
import { signedIn } from "#http/caller.ts";
import { noItem } from "#items/item-editor.ts";
import { addComment, addLink, changeComment, removeComment, removeLink } from "#items/item-parts.ts";
import { storedItem } from "#items/change-item.ts";
import { commentsOf, historyOf, linksOf } from "#store/items/history.ts";
import { setWatching, watchersOf } from "#store/items/people.ts";
import { projectById } from "#store/projects/projects.ts";
import { editorOf, userIdOf } from "./editor-of.ts";
import { filesOf } from "./attachments.ts";

export function itemPartRoutes(api: Api<"artifactPort" | "bus" | "clock" | "config" | "db" | "log" | "signer">): void {
  api.route(readAnnotation, async ({ context, params, projectId, caller, request }) => {
    const { db } = context;
    const { annotationId: id } = params;
    const item = await storedItem(db, projectId, id);
    const project = await projectById(db, projectId);
    if (project === null) throw noItem();
    const watchers = await watchersOf(db, projectId, id);
    return {
      data: {
        ...item,
        projectName: project.name,
        history: await historyOf(db, projectId, id),
        discussion: await commentsOf(db, projectId, id),
        links: await linksOf(db, projectId, id),
        files: await filesOf(context, request, { projectId, itemId: id, caller }),
        watchers,
        watching: watchers.some((person) => person.id === userIdOf(caller)),
      },
    };
  });

  api.route(addItemComment, async ({ context, params, body, ...call }) => ({
    data: await addComment(context, editorOf(call), params.annotationId, body.body),
  }));

  api.route(editItemComment, async ({ context, params, body, ...call }) => ({
    data: await changeComment(
      context,
      editorOf(call),
      { itemId: params.annotationId, id: params.commentId },
      body.body,
    ),
  }));

  api.route(deleteItemComment, async ({ context, params, ...call }) => {
    await removeComment(context, editorOf(call), { itemId: params.annotationId, id: params.commentId });
    return { data: null };
  });

  api.route(addItemLink, async ({ context, params, body, ...call }) => ({
    data: await addLink(context, editorOf(call), params.annotationId, body),
  }));

  api.route(removeItemLink, async ({ context, params, ...call }) => {
    await removeLink(context, editorOf(call), { itemId: params.annotationId, id: params.linkId });
    return { data: null };
  });

  api.route(watchAnnotation, async ({ context, params, body: { watching }, projectId, caller }) => {
    const { id: userId } = signedIn(caller).user;
    await storedItem(context.db, projectId, params.annotationId);
    await setWatching(context.db, projectId, params.annotationId, { userId, watching });
    context.bus.publish({ about: "annotations", projectId });
    return { data: { watching } };
  });
}
