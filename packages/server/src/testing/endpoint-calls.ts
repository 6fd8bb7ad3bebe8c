import type { Endpoint } from "@plumb/contract/endpoint.ts";
import type { Fixtures } from "./permission-walk.ts";
import { junit } from "./reports.ts";

/** Parts of a call. */
export interface EndpointCall {
  readonly params?: Record<string, number | string>;
  readonly query?: Record<string, string>;
  readonly body?: object | string;
}

/** Returns the request of a call, as `inject` expects it. */
export function requestOf(
  { method, path }: Pick<Endpoint, "method" | "path">,
  { params = {}, query = {}, body }: EndpointCall,
  token: string | undefined,
) {
  return {
    method,
    url: path.replaceAll(/:(\w+)/g, (_, key: string) => {
      if (params[key] === undefined) throw new Error(`The call of ${method} ${path} lacks the parameter ${key}.`);
      return String(params[key]);
    }),
    query,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(typeof body === "string" ? { "content-type": "application/octet-stream" } : {}),
    },
    ...(body === undefined ? {} : { payload: body }),
  };
}

const ownJira = ({ projectId }: Fixtures) => ({ params: { projectId, connectorId: "jira" } });
const ofProject = ({ projectId }: Fixtures) => ({ params: { projectId } });
const ofItem = ({ annotationId }: Fixtures) => ({ params: { annotationId } });
const oneTest = ({ reportId, resultId }: Fixtures) => ({ params: { reportId, testCaseId: resultId } });

/**
 * Returns a valid call for each endpoint. Calls that would destroy the test data fail after the permission check.
 *
 * @param otherId Id of all objects that the world does not contain.
 */
export function endpointCalls(
  otherId: number,
): Record<string, (fixtures: Fixtures) => EndpointCall | Promise<EndpointCall>> {
  const noWebhook = ({ projectId }: Fixtures) => ({
    params: { projectId, webhookId: otherId, deliveryId: otherId },
  });

  const noBinding = ({ projectId }: Fixtures) => ({
    params: { projectId, bindingId: otherId, deliveryId: otherId },
  });
  const newRule = { name: "Red runs", bindingId: otherId, events: ["run.failed"] };
  const noExport = ({ reportId }: Fixtures) => ({ params: { reportId, exportId: otherId } });
  const pattern = {
    kind: "regex",
    pattern: "it broke",
    ignoreCase: true,
    scope: { suite: null, environment: null, branch: null, test: null },
  };
  const ofTest = ({ projectId }: Pick<Fixtures, "projectId">) => ({ params: { projectId, testId: otherId } });

  return {
    "GET /api/public/config": () => ({}),
    "GET /api/public/logo": () => ({}),
    "GET /api/public/projects/:projectId/badge.svg": ({ projectId }) => ({ params: { projectId } }),
    "POST /api/auth/login": ({ password }) => ({ body: { username: "admin", password } }),
    "POST /api/auth/register": () => ({
      body: { username: "new", email: "new@example.test", password: "secret staple" },
    }),
    "GET /api/auth/oidc/start": () => ({}),
    "GET /api/auth/oidc/callback": () => ({}),
    "POST /api/auth/oidc/exchange": () => ({ body: { code: "forged" } }),
    "GET /api/auth/profile": () => ({}),
    "POST /api/auth/logout": () => ({}),
    "POST /api/auth/password-reset": async ({ newPerson }) => ({ body: { email: (await newPerson()).email } }),
    "GET /api/auth/password-reset/:token": () => ({ params: { token: "forged" } }),
    "POST /api/auth/password-reset/:token": () => ({
      params: { token: "forged" },
      body: { newPassword: "secret staple", confirmPassword: "secret staple" },
    }),
    "GET /api/profile": () => ({}),
    "PUT /api/profile": () => ({ body: { bio: "" } }),
    "POST /api/profile/avatar": () => ({}),
    "DELETE /api/profile/avatar": () => ({}),
    "GET /api/avatars/:name": () => ({ params: { name: "nobodys-picture-at-all" } }),
    "PUT /api/profile/password": () => ({ body: {} }),
    "GET /api/profile/sessions": () => ({}),
    "GET /api/profile/weekly-reports": () => ({}),
    "PUT /api/projects/:projectId/weekly-report": ({ projectId }) => ({
      params: { projectId },
      body: { subscribed: true },
    }),
    "DELETE /api/profile/sessions": () => ({}),
    "DELETE /api/profile/sessions/:sessionId": () => ({ params: { sessionId: otherId } }),
    "GET /api/projects": () => ({}),
    "GET /api/projects/states": () => ({}),
    "POST /api/projects": () => ({ body: { name: "Shop", description: "The shop" } }),
    "GET /api/locate/:kind/:id": () => ({ params: { kind: "test", id: otherId } }),
    "GET /api/projects/:projectId": ({ projectId }) => ({ params: { projectId } }),
    "PUT /api/projects/:projectId": ({ projectId }) => ({ params: { projectId }, body: { description: "The shop" } }),
    "DELETE /api/projects/:projectId": ({ projectId }) => ({
      params: { projectId },
      body: { confirm: "not its name" },
    }),
    "GET /api/projects/:projectId/stats": ({ projectId }) => ({ params: { projectId } }),
    "GET /api/projects/:projectId/dashboard": ({ projectId }) => ({ params: { projectId } }),
    "GET /api/projects/:projectId/members": ({ projectId }) => ({ params: { projectId } }),
    "GET /api/projects/:projectId/candidates": ({ projectId }) => ({ params: { projectId }, query: { search: "a" } }),
    "POST /api/projects/:projectId/members": async ({ projectId, newPerson }) => ({
      params: { projectId },
      body: { userId: (await newPerson()).id, roleKey: "VIEWER" },
    }),
    "PUT /api/projects/:projectId/members/:userId": async ({ projectId, newPerson }) => ({
      params: { projectId, userId: (await newPerson(projectId)).id },
      body: { roleKey: "LEAD" },
    }),
    "DELETE /api/projects/:projectId/members/:userId": async ({ projectId, newPerson }) => ({
      params: { projectId, userId: (await newPerson(projectId)).id },
    }),
    "POST /api/reports/:reportId/annotations": ({ reportId }) => ({
      params: { reportId },
      body: { title: "Look into it", message: "Why is it slow?" },
    }),
    "GET /api/projects/:projectId/members/:userId/access": async ({ projectId, newPerson }) => ({
      params: { projectId, userId: (await newPerson()).id },
    }),
    "GET /api/annotations/projects/:projectId/members": ({ projectId }) => ({ params: { projectId } }),
    "GET /api/projects/:projectId/reports/:number": ({ projectId }) => ({ params: { projectId, number: 1 } }),
    "GET /api/annotations/projects/:projectId/annotations": ofProject,
    "GET /api/annotations/projects/:projectId/summary": ofProject,
    "GET /api/annotations/projects/:projectId/mine": ofProject,
    "POST /api/annotations/projects/:projectId/annotations": ({ projectId }) => ({
      params: { projectId },
      body: { title: "Look", message: "It is slow" },
    }),
    "GET /api/annotations/test-runs/:reportId/test-cases": ({ reportId }) => ({ params: { reportId } }),
    "GET /api/annotations/annotations/:annotationId": ofItem,
    "PUT /api/annotations/annotations/:annotationId/status": (fixtures) => ({
      ...ofItem(fixtures),
      body: { status: "in_progress" },
    }),
    "PUT /api/annotations/annotations/:annotationId/assignment": (fixtures) => ({
      ...ofItem(fixtures),
      body: { assignedTo: null },
    }),
    "PUT /api/annotations/annotations/:annotationId/edit": (fixtures) => ({
      ...ofItem(fixtures),
      body: { title: "Look", message: "It is slow" },
    }),
    "PUT /api/annotations/annotations/:annotationId/details": (fixtures) => ({
      ...ofItem(fixtures),
      body: { priority: "high" },
    }),
    "POST /api/annotations/annotations/:annotationId/undo": (fixtures) => ({
      ...ofItem(fixtures),
      body: { eventId: 1 },
    }),
    "POST /api/annotations/annotations/:annotationId/proposal": (fixtures) => ({
      ...ofItem(fixtures),
      body: { accept: false },
    }),
    "PUT /api/annotations/annotations/:annotationId/subject": (fixtures) => ({ ...ofItem(fixtures), body: {} }),
    "PUT /api/annotations/projects/:projectId/status": ({ projectId, annotationId }) => ({
      params: { projectId },
      body: { annotationIds: [annotationId], newStatus: "closed" },
    }),
    "POST /api/annotations/annotations/:annotationId/comments": (fixtures) => ({
      ...ofItem(fixtures),
      body: { body: "Yes" },
    }),
    "PUT /api/annotations/annotations/:annotationId/comments/:commentId": ({ annotationId }) => ({
      params: { annotationId, commentId: otherId },
      body: { body: "No" },
    }),
    "DELETE /api/annotations/annotations/:annotationId/comments/:commentId": ({ annotationId }) => ({
      params: { annotationId, commentId: otherId },
    }),
    "DELETE /api/annotations/annotations/:annotationId/links/:linkId": ({ annotationId }) => ({
      params: { annotationId, linkId: otherId },
    }),
    "DELETE /api/annotations/annotations/:annotationId/attachments/:attachmentId": ({ annotationId }) => ({
      params: { annotationId, attachmentId: otherId },
    }),
    "POST /api/annotations/annotations/:annotationId/links": (fixtures) => ({
      ...ofItem(fixtures),
      body: { url: "https://tracker.example.test/1" },
    }),
    "POST /api/annotations/annotations/:annotationId/attachments": ofItem,
    "PUT /api/annotations/annotations/:annotationId/watch": (fixtures) => ({
      ...ofItem(fixtures),
      body: { watching: true },
    }),
    "GET /api/annotations/projects/:projectId/filters": ofProject,
    "POST /api/annotations/projects/:projectId/filters": ({ projectId }) => ({
      params: { projectId },
      body: { name: "Mine", search: { assignee: "me" } },
    }),
    "PUT /api/annotations/projects/:projectId/filters/:filterId": ({ projectId }) => ({
      params: { projectId, filterId: otherId },
      body: { name: "Yours" },
    }),
    "DELETE /api/annotations/projects/:projectId/filters/:filterId": ({ projectId }) => ({
      params: { projectId, filterId: otherId },
    }),
    "GET /api/projects/:projectId/uploads": ofProject,
    "GET /api/projects/:projectId/uploads/:uploadId": ({ projectId }) => ({ params: { projectId, uploadId: otherId } }),
    "GET /api/projects/:projectId/upload-health": ofProject,
    "GET /api/projects/:projectId/api-keys": ({ projectId }) => ({ params: { projectId } }),
    "POST /api/projects/:projectId/api-keys": ({ projectId }) => ({ params: { projectId }, body: { name: "CI" } }),
    "DELETE /api/projects/:projectId/api-keys/:keyId": async ({ projectId, newKeyId }) => ({
      params: { projectId, keyId: await newKeyId() },
    }),
    "POST /api/ingest/uploads": ({ projectId }) => ({
      query: { projectId: String(projectId), filename: "a.xml" },
      body: junit([["cart", "adds"]]),
    }),
    "POST /api/ingest/commits": ({ projectId }) => ({ query: { projectId: String(projectId) }, body: { hashes: [] } }),
    "POST /api/ingest/runs": ({ projectId }) => ({
      query: { projectId: String(projectId) },
      body: { clientId: "reporter" },
    }),
    "POST /api/ingest/runs/:reportId/events": ({ reportId }) => ({
      params: { reportId },
      query: { source: String(otherId) },
    }),
    "PUT /api/ingest/runs/:reportId/artifacts": ({ reportId }) => ({
      params: { reportId },
      query: { source: String(otherId), name: "a.txt" },
    }),
    "POST /api/ingest/runs/:reportId/complete": ({ reportId }) => ({
      params: { reportId },
      body: { source: otherId, batches: 0 },
    }),
    "GET /api/pull-request": ({ projectId }) => ({ query: { projectId: String(projectId), build: "1" } }),
    "GET /api/gate": ({ projectId }) => ({ query: { projectId: String(projectId), build: "1" } }),
    "GET /api/reports": ({ projectId }) => ({ query: { projectId: String(projectId) } }),
    "POST /api/reports/search": ({ projectId }) => ({ body: { projectId, query: "cart" } }),
    "GET /api/reports/filters": ({ projectId }) => ({ query: { projectId: String(projectId) } }),
    "GET /api/projects/:projectId/saved-views": ({ projectId }) => ({ params: { projectId } }),
    "POST /api/projects/:projectId/saved-views": ({ projectId }) => ({
      params: { projectId },
      body: { name: "Red", search: { status: ["failed"] } },
    }),
    "PUT /api/projects/:projectId/saved-views/:viewId": ({ projectId }) => ({
      params: { projectId, viewId: otherId },
      body: { name: "Green" },
    }),
    "DELETE /api/projects/:projectId/saved-views/:viewId": ({ projectId }) => ({
      params: { projectId, viewId: otherId },
    }),
    "GET /api/analysis/projects/:projectId/filters": ofProject,
    "GET /api/analysis/projects/:projectId/views": ofProject,
    "POST /api/analysis/projects/:projectId/views": (fixtures) => ({
      ...ofProject(fixtures),
      body: { name: "Red", search: {} },
    }),
    "PUT /api/analysis/projects/:projectId/views/:viewId": ({ projectId }) => ({
      params: { projectId, viewId: otherId },
      body: { name: "Green" },
    }),
    "DELETE /api/analysis/projects/:projectId/views/:viewId": ({ projectId }) => ({
      params: { projectId, viewId: otherId },
    }),
    "GET /api/projects/:projectId/storage": ofProject,
    "PUT /api/projects/:projectId/storage": (fixtures) => ({ ...ofProject(fixtures), body: { limit: "default" } }),
    "GET /api/projects/:projectId/retention": ({ projectId }) => ({ params: { projectId } }),
    "POST /api/projects/:projectId/retention/confirm": ({ projectId }) => ({ params: { projectId } }),
    "PUT /api/reports/:reportId/keep": ({ reportId }) => ({ params: { reportId }, body: { keep: true } }),
    "GET /api/reports/:reportId": ({ reportId }) => ({ params: { reportId } }),
    "GET /api/reports/:reportId/changes": ({ reportId }) => ({ params: { reportId } }),
    "POST /api/reports/compare": ({ reportId }) => ({ body: { reportIds: [reportId, otherId] } }),
    "POST /api/reports/compare/matrix": ({ reportId }) => ({ body: { reportIds: [reportId, otherId] } }),
    "GET /api/reports/:reportId/problems": ({ reportId }) => ({ params: { reportId } }),
    "GET /api/reports/:reportId/uploads": ({ reportId }) => ({ params: { reportId } }),
    "GET /api/reports/:reportId/output": ({ reportId }) => ({ params: { reportId } }),
    "GET /api/reports/:reportId/results": ({ reportId }) => ({ params: { reportId } }),
    "GET /api/reports/:reportId/results/groups": ({ reportId }) => ({ params: { reportId }, query: { by: "failure" } }),
    "GET /api/reports/:reportId/results/rows": ({ reportId, resultId }) => ({
      params: { reportId },
      query: { ids: String(resultId) },
    }),
    "GET /api/reports/:reportId/results/outcomes": ({ reportId, resultId }) => ({
      params: { reportId },
      query: { ids: String(resultId) },
    }),
    "GET /api/reports/:reportId/results/:resultId": ({ reportId, resultId }) => ({ params: { reportId, resultId } }),
    "GET /api/reports/:reportId/results/:resultId/history": ({ reportId, resultId }) => ({
      params: { reportId, resultId },
    }),
    "GET /api/reports/:reportId/results/:resultId/position": ({ reportId, resultId }) => ({
      params: { reportId, resultId },
    }),
    "GET /api/reports/:reportId/metrics": ({ reportId }) => ({ params: { reportId } }),
    "GET /api/reports/:reportId/timeline": ({ reportId }) => ({ params: { reportId } }),
    "GET /api/ai/reports/:reportId/analysis": ({ reportId }) => ({ params: { reportId } }),
    "POST /api/ai/reports/:reportId/analyze": ({ reportId }) => ({ params: { reportId } }),
    "POST /api/ai/reports/:reportId/analyze/background": ({ reportId }) => ({ params: { reportId } }),
    "GET /api/analysis/projects/:projectId/summary": ofProject,
    "GET /api/analysis/projects/:projectId/test-cases": ofProject,
    "GET /api/analysis/projects/:projectId/suite-runs": ofProject,
    "GET /api/analysis/projects/:projectId/groups": ofProject,
    "GET /api/analysis/projects/:projectId/groups/:groupId": ({ projectId, groupId }) => ({
      params: { projectId, groupId },
    }),
    "POST /api/analysis/projects/:projectId/auto-classify": ofProject,
    "POST /api/analysis/test-cases/:testCaseId/reclassify": ({ failedId }) => ({
      params: { testCaseId: failedId },
      body: { primaryClass: "Unknown" },
    }),
    "POST /api/analysis/projects/:projectId/reclassify": ({ projectId, groupId }) => ({
      params: { projectId },
      body: { primaryClass: "Unknown", groupIds: [groupId], preview: true },
    }),
    "POST /api/analysis/projects/:projectId/decisions/:decisionId/undo": ({ projectId }) => ({
      params: { projectId, decisionId: otherId },
    }),
    "POST /api/analysis/projects/:projectId/groups/merge": ({ projectId, groupId }) => ({
      params: { projectId },
      body: { groupIds: [groupId, otherId] },
    }),
    "POST /api/analysis/projects/:projectId/groups/:groupId/split": ({ projectId, groupId }) => ({
      params: { projectId, groupId },
      body: { signatures: ["of another cause"] },
    }),
    "GET /api/analysis/projects/:projectId/incidents": ({ projectId }) => ({ params: { projectId } }),
    "PUT /api/analysis/projects/:projectId/incidents/:incidentId/left-out": ({ projectId }) => ({
      params: { projectId, incidentId: otherId },
      body: { leftOut: true },
    }),
    "PUT /api/analysis/projects/:projectId/groups/:groupId/pin": ({ projectId, groupId }) => ({
      params: { projectId, groupId },
      body: { pinned: true },
    }),
    "GET /api/analysis/projects/:projectId/groups/:groupId/suspects": ({ projectId, groupId }) => ({
      params: { projectId, groupId },
    }),
    "GET /api/analysis/test-cases/:testCaseId/suspects": ({ failedId }) => ({ params: { testCaseId: failedId } }),
    "GET /api/analysis/test-cases/:testCaseId/evidence": ({ failedId }) => ({ params: { testCaseId: failedId } }),
    "GET /api/analysis/test-cases/:testCaseId/suggested-fixes": ({ failedId }) => ({
      params: { testCaseId: failedId },
    }),
    "POST /api/analysis/projects/:projectId/deep-analyze": ofProject,
    "GET /api/analysis/projects/:projectId/deep-analyze": ofProject,
    "GET /api/analysis/projects/:projectId/duplicates": ofProject,
    "POST /api/analysis/projects/:projectId/groups/keep-apart": ({ projectId }) => ({
      params: { projectId },
      body: { groupIds: [otherId - 1, otherId] },
    }),
    "GET /api/analysis/projects/:projectId/quality": ofProject,
    "GET /api/analysis/labels": ({ projectId }) => ({ query: { projectId: String(projectId) } }),
    "GET /api/analysis/labels/all": () => ({}),
    "GET /api/projects/:projectId/tests": ofProject,
    "GET /api/trends/flaky-tests": ({ projectId }) => ({ query: { projectId: String(projectId) } }),
    "GET /api/projects/:projectId/tests/:testId": ofTest,
    "GET /api/projects/:projectId/tests/:testId/days": ofTest,
    "GET /api/projects/:projectId/tests/:testId/executions": ofTest,
    "PUT /api/projects/:projectId/tests/:testId/same-as": (fixtures) => ({
      ...ofTest(fixtures),
      body: { testId: otherId + 1 },
    }),
    "GET /api/projects/:projectId/quarantine": ofProject,
    "PUT /api/projects/:projectId/tests/:testId/quarantine": (fixtures) => ({
      ...ofTest(fixtures),
      body: { kind: "quarantine", reason: "known" },
    }),
    "DELETE /api/projects/:projectId/tests/:testId/quarantine": ofTest,
    "GET /api/projects/:projectId/owner-rules": ofProject,
    "PUT /api/projects/:projectId/owner-rules": ({ projectId }) => ({
      params: { projectId },
      body: { rules: "* @me", version: 7 },
    }),
    "POST /api/projects/:projectId/owner-rules/preview": ({ projectId }) => ({
      params: { projectId },
      body: { rules: "* @me" },
    }),
    "GET /api/projects/:projectId/path-classes": ofProject,
    "PUT /api/projects/:projectId/path-classes": ({ projectId }) => ({
      params: { projectId },
      body: { rules: "src/ test", version: 7 },
    }),
    "POST /api/projects/:projectId/path-classes/preview": ({ projectId }) => ({
      params: { projectId },
      body: { rules: "src/ test" },
    }),
    "GET /api/analysis/projects/:projectId/resolutions": ofProject,
    "GET /api/analysis/projects/:projectId/resolutions/causes": ofProject,
    "GET /api/projects/:projectId/owners": ofProject,
    "PUT /api/projects/:projectId/tests/:testId/owner": (fixtures) => ({ ...ofTest(fixtures), body: { owner: "ana" } }),
    "GET /api/projects/:projectId/search": ({ projectId }) => ({ params: { projectId }, query: { q: "cart" } }),
    "GET /api/projects/:projectId/flakiness-rule": ofProject,
    "PUT /api/projects/:projectId/flakiness-rule": ({ projectId }) => ({ params: { projectId }, body: { rule: null } }),
    "POST /api/projects/:projectId/flakiness-rule/preview": ({ projectId }) => ({ params: { projectId }, body: {} }),
    "GET /api/analysis/projects/:projectId/rules": ofProject,
    "POST /api/analysis/projects/:projectId/rules": ({ projectId }) => ({
      params: { projectId },
      body: { ...pattern, pattern: "(", name: "Broke", primaryClass: "Unknown", subClass: null },
    }),
    "POST /api/analysis/projects/:projectId/rules/preview": ({ projectId }) => ({
      params: { projectId },
      body: pattern,
    }),
    "PUT /api/analysis/projects/:projectId/rules/:ruleId": ({ projectId }) => ({
      params: { projectId, ruleId: otherId },
      body: { enabled: false },
    }),
    "DELETE /api/analysis/projects/:projectId/rules/:ruleId": ({ projectId }) => ({
      params: { projectId, ruleId: otherId },
    }),
    "POST /api/analysis/projects/:projectId/rules/reorder": ({ projectId }) => ({
      params: { projectId },
      body: { ruleIds: [otherId] },
    }),
    "GET /api/trends/data": ({ projectId }) => ({ query: { projectId: String(projectId) } }),
    "GET /api/trends/summary": ({ projectId }) => ({ query: { projectId: String(projectId) } }),
    "GET /api/trends/test-suites": ({ projectId }) => ({ query: { projectId: String(projectId) } }),
    "GET /api/trends/environments": ({ projectId }) => ({ query: { projectId: String(projectId) } }),
    "GET /api/trends/filters": ({ projectId }) => ({ query: { projectId: String(projectId) } }),
    "GET /api/trends/week": ({ projectId }) => ({ query: { projectId: String(projectId) } }),
    "GET /api/trends/week/export": ({ projectId }) => ({ query: { projectId: String(projectId) } }),
    "GET /api/trends/week/export/link": ({ projectId }) => ({ query: { projectId: String(projectId) } }),
    "GET /api/exports/week": () => ({ query: { link: "forged" } }),
    "GET /api/trends/events": ({ projectId }) => ({ query: { projectId: String(projectId) } }),
    "POST /api/trends/events": ({ projectId }) => ({
      query: { projectId: String(projectId) },
      body: { kind: "deploy", title: "2.4.1" },
    }),
    "DELETE /api/trends/events/:eventId": ({ projectId }) => ({
      params: { eventId: otherId },
      query: { projectId: String(projectId) },
    }),
    "GET /api/artifacts/:token": () => ({ params: { token: "forged" } }),
    "GET /api/reports/:reportId/export/json": ({ reportId }) => ({ params: { reportId } }),
    "GET /api/reports/:reportId/export/pdf": ({ reportId }) => ({ params: { reportId } }),
    "POST /api/reports/:reportId/export/html": ({ reportId }) => ({ params: { reportId } }),
    "GET /api/reports/:reportId/export/html/:exportId/download": noExport,
    "GET /api/reports/exports/html": ({ projectId }) => ({ query: { projectId: String(projectId) } }),
    "DELETE /api/reports/exports/html/:exportId": noExport,
    "GET /api/reports/:reportId/export/size-estimates": ({ reportId }) => ({ params: { reportId } }),
    "GET /api/reports/:reportId/testcase/:testCaseId/export/json": oneTest,
    "GET /api/reports/:reportId/testcase/:testCaseId/export/pdf": oneTest,
    "GET /api/reports/:reportId/testcase/:testCaseId/export/html": oneTest,
    "POST /api/reports/:reportId/exports": ({ reportId }) => ({ params: { reportId }, body: { format: "json" } }),
    "GET /api/reports/:reportId/exports": ({ reportId }) => ({ params: { reportId } }),
    "GET /api/reports/:reportId/exports/:exportId": noExport,
    "POST /api/reports/:reportId/exports/:exportId/cancel": noExport,
    "DELETE /api/reports/:reportId/exports/:exportId": noExport,
    "GET /api/exports/:token": () => ({ params: { token: "forged" } }),
    "GET /api/reports/:reportId/results/csv": ({ reportId }) => ({ params: { reportId } }),
    "GET /api/reports/:reportId/results/csv/link": ({ reportId }) => ({ params: { reportId } }),
    "GET /api/reports/csv": ({ projectId }) => ({ query: { projectId: String(projectId) } }),
    "GET /api/reports/csv/link": ({ projectId }) => ({ query: { projectId: String(projectId) } }),
    "GET /api/exports/csv": () => ({ query: { link: "forged" } }),
    "GET /api/users": () => ({}),
    "GET /api/users/:userId/access": async ({ newPerson }) => ({ params: { userId: (await newPerson()).id } }),
    "PUT /api/users/:userId": async ({ newPerson }) => ({
      params: { userId: (await newPerson()).id },
      body: { status: "deactivated" },
    }),
    "POST /api/users/:userId/password-reset": async ({ newPerson }) => ({ params: { userId: (await newPerson()).id } }),
    "POST /api/invitations/create": async ({ projectId, newPerson }) => ({
      body: { email: (await newPerson()).email, projectId, projectRoleId: 3 },
    }),
    "GET /api/invitations/list": ({ projectId }) => ({ query: { projectId: String(projectId) } }),
    "GET /api/invitations/roles": () => ({ query: { scope: "project" } }),
    "GET /api/invitations/:token": async ({ newInvitation }) => ({ params: { token: (await newInvitation()).token } }),
    "POST /api/invitations/:token/accept": async ({ newInvitation }) => ({
      params: { token: (await newInvitation()).token },
      body: { name: "Ada", password: "secret staple" },
    }),
    "POST /api/invitations/:invitationId/revoke": async ({ newInvitation }) => ({
      params: { invitationId: (await newInvitation()).id },
    }),
    "POST /api/invitations/:invitationId/resend": async ({ newInvitation }) => ({
      params: { invitationId: (await newInvitation()).id },
    }),
    "GET /api/settings": () => ({}),
    "PUT /api/settings": () => ({ body: { footer: "Checked" } }),
    "GET /api/settings/language-model": () => ({}),
    "PUT /api/settings/language-model": () => ({ body: { timeoutSeconds: 30 } }),
    "POST /api/settings/language-model/test": () => ({}),
    "GET /api/connectors": () => ({}),
    "GET /api/connectors/:connectorId": () => ({ params: { connectorId: "jira" } }),
    "PUT /api/connectors/:connectorId": () => ({ params: { connectorId: "jira" }, body: { values: {} } }),
    "POST /api/connectors/:connectorId/test": () => ({ params: { connectorId: "jira" } }),
    "PUT /api/connectors/:connectorId/disabled": () => ({ params: { connectorId: "jira" }, body: { disabled: true } }),
    "DELETE /api/connectors/:connectorId": () => ({ params: { connectorId: "jira" } }),
    "GET /api/projects/:projectId/connectors": ofProject,
    "GET /api/projects/:projectId/connectors/:connectorId": ownJira,
    "PUT /api/projects/:projectId/connectors/:connectorId": (fixtures) => ({
      ...ownJira(fixtures),
      body: { values: {} },
    }),
    "POST /api/projects/:projectId/connectors/:connectorId/test": ownJira,
    "PUT /api/projects/:projectId/connectors/:connectorId/disabled": (fixtures) => ({
      ...ownJira(fixtures),
      body: { disabled: true },
    }),
    "DELETE /api/projects/:projectId/connectors/:connectorId": ownJira,
    "GET /api/projects/:projectId/bindings": ofProject,
    "POST /api/projects/:projectId/bindings": (fixtures) => ({
      ...ofProject(fixtures),
      body: { connector: "github", owner: "server", offer: "tracker", values: { repository: "a/b" } },
    }),
    "PUT /api/projects/:projectId/bindings/:bindingId": (fixtures) => ({
      ...noBinding(fixtures),
      body: { enabled: false },
    }),
    "DELETE /api/projects/:projectId/bindings/:bindingId": noBinding,
    "POST /api/projects/:projectId/bindings/:bindingId/test": noBinding,
    "GET /api/projects/:projectId/bindings/:bindingId/deliveries": noBinding,
    "GET /api/projects/:projectId/bindings/:bindingId/deliveries/:deliveryId": noBinding,
    "POST /api/projects/:projectId/bindings/:bindingId/deliveries/:deliveryId/redeliver": noBinding,
    "GET /api/analysis/projects/:projectId/trackers": ofProject,
    "GET /api/analysis/projects/:projectId/tickets": ofProject,
    "POST /api/analysis/projects/:projectId/tickets/preview": (fixtures) => ({
      ...ofProject(fixtures),
      body: { bindingId: otherId, subjects: [{ groupId: 1 }] },
    }),
    "POST /api/analysis/projects/:projectId/tickets": (fixtures) => ({
      ...ofProject(fixtures),
      body: { bindingId: otherId, tickets: [{ groupId: 1, title: "Broken" }] },
    }),
    "GET /api/analysis/projects/:projectId/tickets/find": (fixtures) => ({
      ...ofProject(fixtures),
      query: { bindingId: String(otherId), text: "SHOP-1" },
    }),
    "POST /api/analysis/projects/:projectId/tickets/link": (fixtures) => ({
      ...ofProject(fixtures),
      body: { bindingId: otherId, groupId: 1, trackerId: "1" },
    }),
    "DELETE /api/analysis/projects/:projectId/tickets/:ticketId": ({ projectId }) => ({
      params: { projectId, ticketId: otherId },
    }),
    "GET /api/projects/:projectId/notification-rules": ofProject,
    "POST /api/projects/:projectId/notification-rules/preview": (fixtures) => ({
      ...ofProject(fixtures),
      body: { events: ["run.failed"] },
    }),
    "POST /api/projects/:projectId/notification-rules": (fixtures) => ({ ...ofProject(fixtures), body: newRule }),
    "PUT /api/projects/:projectId/notification-rules/:ruleId": ({ projectId }) => ({
      params: { projectId, ruleId: otherId },
      body: newRule,
    }),
    "DELETE /api/projects/:projectId/notification-rules/:ruleId": ({ projectId }) => ({
      params: { projectId, ruleId: otherId },
    }),
    "GET /api/projects/:projectId/webhooks": ({ projectId }) => ({ params: { projectId } }),
    "POST /api/projects/:projectId/webhooks": ({ projectId }) => ({
      params: { projectId },
      body: { url: "https://hooks.example.test/", events: ["run.failed"] },
    }),
    "PUT /api/projects/:projectId/webhooks/:webhookId": (fixtures) => ({
      ...noWebhook(fixtures),
      body: { enabled: false },
    }),
    "DELETE /api/projects/:projectId/webhooks/:webhookId": noWebhook,
    "POST /api/projects/:projectId/webhooks/:webhookId/test": noWebhook,
    "GET /api/projects/:projectId/webhooks/:webhookId/deliveries": noWebhook,
    "GET /api/projects/:projectId/webhooks/:webhookId/deliveries/:deliveryId": noWebhook,
    "POST /api/projects/:projectId/webhooks/:webhookId/deliveries/:deliveryId/redeliver": noWebhook,
    "GET /api/deliveries/failed": () => ({}),
    "POST /api/deliveries/failed/resend": () => ({}),
    "POST /api/deliveries/failed/dismiss": () => ({}),
    "GET /api/projects/:projectId/deliveries/failed": ({ projectId }) => ({ params: { projectId } }),
    "POST /api/projects/:projectId/deliveries/failed/resend": ({ projectId }) => ({ params: { projectId } }),
    "POST /api/projects/:projectId/deliveries/failed/dismiss": ({ projectId }) => ({ params: { projectId } }),
    "GET /api/jobs": () => ({ query: { state: "queued" } }),
    "POST /api/jobs/:jobId/retry": () => ({ params: { jobId: otherId } }),
    "GET /api/audit": () => ({}),
    "GET /api/notifications": () => ({}),
    "GET /api/notifications/unread": () => ({}),
    "PUT /api/notifications/:notificationId/read": () => ({ params: { notificationId: otherId } }),
    "PUT /api/notifications/read": () => ({}),
    "DELETE /api/notifications/:notificationId": () => ({ params: { notificationId: otherId } }),
    "DELETE /api/notifications": () => ({}),
  };
}
