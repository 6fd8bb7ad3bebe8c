import type { callers } from "#testing/permission-walk.ts";

/** Expected status for each caller. */
type Statuses = Readonly<Record<(typeof callers)[number], number>>;

const roles = ["viewer", "user", "lead", "admin"] as const;
type Role = (typeof roles)[number];

interface Exceptions {
  /** Status for callers with permission, if it is not 200. */
  readonly status?: number;
  /** API key of the project that also has the permission. */
  readonly key?: "key" | "readingKey";
}

function everyone(status: number): Statuses {
  const keys = { key: status, readingKey: status, keyWithoutScope: status, revokedKey: status };
  const roleless = { nobody: status, outsider: status, expired: status, deactivated: status };
  return { ...roleless, viewer: status, user: status, lead: status, admin: status, ...keys };
}

/** Allows people with this role or a higher one, and rejects all others with 403. */
function onServer(role: Role, { status = 200, key }: Exceptions = {}): Statuses {
  const allowed = roles.slice(roles.indexOf(role)).map((name) => [name, status] as const);
  return {
    ...everyone(403),
    nobody: 401,
    expired: 401,
    deactivated: 401,
    revokedKey: 401,
    ...Object.fromEntries(allowed),
    ...(key === undefined ? {} : { [key]: status }),
  };
}

/** Like `onServer`, inside a project, which people who are not members cannot see. */
function inProject(role: Role, exceptions: Exceptions = {}): Statuses {
  return { ...onServer(role, exceptions), outsider: 404 };
}

/** Allows every account. */
function signedIn(status = 200): Statuses {
  return { ...onServer("viewer", { status }), outsider: status };
}

/** Expected status of a valid call for each caller. A change in this table is a change of permissions. */
export const permissionTable: Readonly<Record<string, Statuses>> = {
  "GET /api/public/config": everyone(200),
  // 404: the server has no logo.
  "GET /api/public/logo": everyone(404),
  "POST /api/auth/login": everyone(200),
  // 403: this server allows sign-up by invitation only.
  "POST /api/auth/register": everyone(403),
  // Redirects to the sign-in page, because no provider is configured. The code is forged.
  "GET /api/auth/oidc/start": everyone(302),
  "GET /api/auth/oidc/callback": everyone(302),
  "POST /api/auth/oidc/exchange": everyone(401),
  "GET /api/auth/profile": signedIn(),
  "POST /api/auth/logout": signedIn(),
  // 409: this server sends no mail.
  "POST /api/auth/password-reset": everyone(409),
  // The token authorises the request; this one is forged.
  "GET /api/auth/password-reset/:token": everyone(404),
  "POST /api/auth/password-reset/:token": everyone(404),
  "GET /api/profile": signedIn(),
  "PUT /api/profile": signedIn(),
  // 400: allowed, but the form has no file.
  "POST /api/profile/avatar": signedIn(400),
  "DELETE /api/profile/avatar": signedIn(),
  // The name authorises the request; this one does not exist.
  "GET /api/avatars/:name": everyone(404),
  // 400: allowed, but the form has no password.
  "PUT /api/profile/password": signedIn(400),
  "GET /api/profile/sessions": signedIn(),
  "DELETE /api/profile/sessions": signedIn(),
  // 404: a session of another user.
  "DELETE /api/profile/sessions/:sessionId": signedIn(404),
  "GET /api/projects": signedIn(),
  "GET /api/projects/states": signedIn(),
  // 409: allowed, but the name is taken.
  "POST /api/projects": onServer("admin", { status: 409 }),
  // 404: a test in a project they cannot read.
  "GET /api/whereabouts/:kind/:id": signedIn(404),
  "GET /api/projects/:projectId": inProject("viewer", { key: "readingKey" }),
  "PUT /api/projects/:projectId": inProject("lead"),
  // 400: allowed, but the name is wrong.
  "DELETE /api/projects/:projectId": onServer("admin", { status: 400 }),
  "GET /api/projects/:projectId/stats": inProject("viewer", { key: "readingKey" }),
  "GET /api/projects/:projectId/retention": inProject("lead"),
  "POST /api/projects/:projectId/retention/confirm": inProject("lead"),
  "GET /api/projects/:projectId/storage": inProject("lead"),
  "PUT /api/projects/:projectId/storage": onServer("admin"),
  "POST /api/reports/:reportId/annotations": inProject("user"),
  "PUT /api/reports/:reportId/keep": inProject("user"),
  "GET /api/projects/:projectId/dashboard": inProject("viewer", { key: "readingKey" }),
  "GET /api/projects/:projectId/tests": inProject("viewer", { key: "readingKey" }),
  "GET /api/trends/flaky-tests": inProject("viewer", { key: "readingKey" }),
  // 404: the project has no such test.
  "GET /api/projects/:projectId/tests/:testId": inProject("viewer", { status: 404, key: "readingKey" }),
  "GET /api/projects/:projectId/tests/:testId/days": inProject("viewer", { key: "readingKey" }),
  "GET /api/projects/:projectId/tests/:testId/executions": inProject("viewer", { key: "readingKey" }),
  // 404: allowed, but the tests do not exist.
  "PUT /api/projects/:projectId/tests/:testId/same-as": inProject("user", { status: 404 }),
  "GET /api/projects/:projectId/quarantine": inProject("viewer", { key: "readingKey" }),
  "PUT /api/projects/:projectId/tests/:testId/quarantine": inProject("user", { status: 404 }),
  "DELETE /api/projects/:projectId/tests/:testId/quarantine": inProject("user", { status: 404 }),
  "GET /api/projects/:projectId/flakiness-rule": inProject("viewer", { key: "readingKey" }),
  "PUT /api/projects/:projectId/flakiness-rule": inProject("lead"),
  // 400: allowed, but the rule is missing.
  "POST /api/projects/:projectId/flakiness-rule/preview": inProject("lead", { status: 400 }),
  "GET /api/projects/:projectId/owner-rules": inProject("viewer", { key: "readingKey" }),
  // 409: allowed, but based on an older version.
  "PUT /api/projects/:projectId/owner-rules": inProject("lead", { status: 409 }),
  "POST /api/projects/:projectId/owner-rules/preview": inProject("lead"),
  "GET /api/projects/:projectId/path-classes": inProject("viewer", { key: "readingKey" }),
  "PUT /api/projects/:projectId/path-classes": inProject("lead", { status: 409 }),
  "POST /api/projects/:projectId/path-classes/preview": inProject("lead"),
  "GET /api/analysis/projects/:projectId/resolutions": inProject("viewer", { key: "readingKey" }),
  "GET /api/analysis/projects/:projectId/resolutions/causes": inProject("viewer", { key: "readingKey" }),
  "GET /api/projects/:projectId/owners": inProject("viewer", { key: "readingKey" }),
  "PUT /api/projects/:projectId/tests/:testId/owner": inProject("user", { status: 404 }),
  "GET /api/projects/:projectId/search": inProject("viewer", { key: "readingKey" }),
  "GET /api/projects/:projectId/members": inProject("viewer", { key: "readingKey" }),
  "GET /api/projects/:projectId/members/:userId/access": inProject("lead"),
  "GET /api/projects/:projectId/candidates": inProject("lead"),
  "POST /api/projects/:projectId/members": inProject("lead"),
  "PUT /api/projects/:projectId/members/:userId": inProject("lead"),
  "DELETE /api/projects/:projectId/members/:userId": inProject("lead"),
  "GET /api/annotations/projects/:projectId/members": inProject("viewer", { key: "readingKey" }),
  "GET /api/annotations/projects/:projectId/annotations": inProject("viewer", { key: "readingKey" }),
  "GET /api/annotations/projects/:projectId/summary": inProject("viewer", { key: "readingKey" }),
  "GET /api/annotations/projects/:projectId/mine": inProject("viewer", { key: "readingKey" }),
  "POST /api/annotations/projects/:projectId/annotations": inProject("user"),
  "GET /api/annotations/test-runs/:reportId/test-cases": inProject("viewer", { key: "readingKey" }),
  "GET /api/annotations/annotations/:annotationId": inProject("viewer", { key: "readingKey" }),
  "PUT /api/annotations/annotations/:annotationId/status": inProject("user"),
  "PUT /api/annotations/annotations/:annotationId/assignment": inProject("user"),
  // 403: the item belongs to another user.
  "PUT /api/annotations/annotations/:annotationId/edit": inProject("lead", { status: 403 }),
  "PUT /api/annotations/annotations/:annotationId/details": inProject("user"),
  "PUT /api/annotations/annotations/:annotationId/subject": inProject("user"),
  "PUT /api/annotations/projects/:projectId/status": inProject("user"),
  "POST /api/annotations/annotations/:annotationId/comments": inProject("user"),
  // 404: allowed, but the comment, link or file does not exist.
  "PUT /api/annotations/annotations/:annotationId/comments/:commentId": inProject("user", { status: 404 }),
  "DELETE /api/annotations/annotations/:annotationId/comments/:commentId": inProject("user", { status: 404 }),
  "DELETE /api/annotations/annotations/:annotationId/links/:linkId": inProject("user", { status: 404 }),
  "DELETE /api/annotations/annotations/:annotationId/attachments/:attachmentId": inProject("user", { status: 404 }),
  "POST /api/annotations/annotations/:annotationId/links": inProject("user"),
  // 400: allowed, but the form has no file.
  "POST /api/annotations/annotations/:annotationId/attachments": inProject("user", { status: 400 }),
  // API keys cannot watch items or save filters, because they have no account.
  "PUT /api/annotations/annotations/:annotationId/watch": inProject("viewer"),
  "GET /api/annotations/projects/:projectId/filters": inProject("viewer"),
  "POST /api/annotations/projects/:projectId/filters": inProject("viewer"),
  // 404: a filter of another user.
  "PUT /api/annotations/projects/:projectId/filters/:filterId": inProject("viewer", { status: 404 }),
  "DELETE /api/annotations/projects/:projectId/filters/:filterId": inProject("viewer", { status: 404 }),
  "GET /api/projects/:projectId/reports/:number": inProject("viewer", { key: "readingKey" }),
  "GET /api/projects/:projectId/uploads": inProject("viewer", { key: "readingKey" }),
  // 404: the upload does not exist.
  "GET /api/projects/:projectId/uploads/:uploadId": inProject("viewer", { status: 404, key: "readingKey" }),
  "GET /api/projects/:projectId/upload-health": inProject("viewer", { key: "readingKey" }),
  "GET /api/projects/:projectId/api-keys": inProject("lead"),
  "POST /api/projects/:projectId/api-keys": inProject("lead"),
  "DELETE /api/projects/:projectId/api-keys/:keyId": inProject("lead"),
  "POST /api/ingest/uploads": inProject("user", { key: "key" }),
  "POST /api/ingest/commits": inProject("user", { key: "key" }),
  "POST /api/ingest/runs": inProject("user", { key: "key" }),
  // 404: allowed, but the source does not exist.
  "POST /api/ingest/runs/:reportId/events": inProject("user", { status: 404, key: "key" }),
  "PUT /api/ingest/runs/:reportId/artifacts": inProject("user", { status: 404, key: "key" }),
  "POST /api/ingest/runs/:reportId/complete": inProject("user", { status: 404, key: "key" }),
  // CI jobs can check what they uploaded: keys with the scope `ingest` and users who can upload.
  "GET /api/gate": inProject("user", { key: "key" }),
  // 404: allowed, but the build does not exist.
  "GET /api/pull-request": inProject("user", { status: 404, key: "key" }),
  "GET /api/reports": inProject("viewer", { key: "readingKey" }),
  // The body contains the project.
  "POST /api/reports/search": inProject("viewer", { key: "readingKey" }),
  "GET /api/reports/filters": inProject("viewer", { key: "readingKey" }),
  // API keys cannot save views, because they have no account.
  "GET /api/projects/:projectId/saved-views": inProject("viewer"),
  "POST /api/projects/:projectId/saved-views": inProject("viewer"),
  // 404: a view of another user.
  "PUT /api/projects/:projectId/saved-views/:viewId": inProject("viewer", { status: 404 }),
  "DELETE /api/projects/:projectId/saved-views/:viewId": inProject("viewer", { status: 404 }),
  "GET /api/analysis/projects/:projectId/filters": inProject("viewer", { key: "readingKey" }),
  "GET /api/analysis/projects/:projectId/views": inProject("viewer"),
  "POST /api/analysis/projects/:projectId/views": inProject("viewer"),
  "PUT /api/analysis/projects/:projectId/views/:viewId": inProject("viewer", { status: 404 }),
  "DELETE /api/analysis/projects/:projectId/views/:viewId": inProject("viewer", { status: 404 }),
  "GET /api/reports/:reportId": inProject("viewer", { key: "readingKey" }),
  "GET /api/reports/:reportId/changes": inProject("viewer", { key: "readingKey" }),
  // 404: allowed, but the report does not exist.
  "POST /api/reports/compare": inProject("viewer", { status: 404, key: "readingKey" }),
  "POST /api/reports/compare/matrix": inProject("viewer", { status: 404, key: "readingKey" }),
  "GET /api/reports/:reportId/problems": inProject("viewer", { key: "readingKey" }),
  "GET /api/reports/:reportId/uploads": inProject("viewer", { key: "readingKey" }),
  "GET /api/reports/:reportId/output": inProject("viewer", { key: "readingKey" }),
  "GET /api/reports/:reportId/results": inProject("viewer", { key: "readingKey" }),
  "GET /api/reports/:reportId/results/groups": inProject("viewer", { key: "readingKey" }),
  "GET /api/reports/:reportId/results/rows": inProject("viewer", { key: "readingKey" }),
  "GET /api/reports/:reportId/results/outcomes": inProject("viewer", { key: "readingKey" }),
  "GET /api/reports/:reportId/results/:resultId": inProject("viewer", { key: "readingKey" }),
  "GET /api/reports/:reportId/results/:resultId/history": inProject("viewer", { key: "readingKey" }),
  "GET /api/reports/:reportId/results/:resultId/position": inProject("viewer", { key: "readingKey" }),
  "GET /api/reports/:reportId/metrics": inProject("viewer", { key: "readingKey" }),
  "GET /api/reports/:reportId/timeline": inProject("viewer", { key: "readingKey" }),
  "GET /api/ai/reports/:reportId/analysis": inProject("viewer", { key: "readingKey" }),
  // 409: the report has no failures.
  "POST /api/ai/reports/:reportId/analyze": inProject("user", { status: 409 }),
  "POST /api/ai/reports/:reportId/analyze/background": inProject("user", { status: 409 }),
  "GET /api/analysis/projects/:projectId/summary": inProject("viewer", { key: "readingKey" }),
  "GET /api/analysis/projects/:projectId/test-cases": inProject("viewer", { key: "readingKey" }),
  "GET /api/analysis/projects/:projectId/suite-runs": inProject("viewer", { key: "readingKey" }),
  "GET /api/analysis/projects/:projectId/groups": inProject("viewer", { key: "readingKey" }),
  "GET /api/analysis/projects/:projectId/groups/:groupId": inProject("viewer", { key: "readingKey" }),
  "POST /api/analysis/projects/:projectId/auto-classify": inProject("user"),
  "POST /api/analysis/test-cases/:testCaseId/reclassify": inProject("user"),
  "POST /api/analysis/projects/:projectId/reclassify": inProject("user"),
  // 409: no language model is configured.
  "POST /api/analysis/projects/:projectId/deep-analyze": inProject("user", { status: 409 }),
  "GET /api/analysis/projects/:projectId/deep-analyze": inProject("viewer", { key: "readingKey" }),
  "GET /api/analysis/projects/:projectId/duplicates": inProject("viewer", { key: "readingKey" }),
  // 404: allowed, but the objects do not exist.
  "POST /api/analysis/projects/:projectId/groups/keep-apart": inProject("user", { status: 404 }),
  "POST /api/analysis/projects/:projectId/decisions/:decisionId/undo": inProject("user", { status: 404 }),
  "POST /api/analysis/projects/:projectId/groups/merge": inProject("user", { status: 404 }),
  "GET /api/analysis/projects/:projectId/incidents": inProject("viewer", { key: "readingKey" }),
  "PUT /api/analysis/projects/:projectId/incidents/:incidentId/left-out": inProject("user", { status: 404 }),
  "POST /api/analysis/projects/:projectId/groups/:groupId/split": inProject("user", { status: 404 }),
  "PUT /api/analysis/projects/:projectId/groups/:groupId/pin": inProject("user"),
  "GET /api/analysis/projects/:projectId/groups/:groupId/suspects": inProject("viewer", { key: "readingKey" }),
  "GET /api/analysis/test-cases/:testCaseId/suspects": inProject("viewer", { key: "readingKey" }),
  "GET /api/analysis/test-cases/:testCaseId/evidence": inProject("viewer", { key: "readingKey" }),
  "GET /api/analysis/test-cases/:testCaseId/suggested-fixes": inProject("viewer", { key: "readingKey" }),
  "GET /api/analysis/labels": inProject("viewer", { key: "readingKey" }),
  "GET /api/analysis/labels/all": onServer("admin"),
  "GET /api/analysis/projects/:projectId/quality": inProject("viewer", { key: "readingKey" }),
  "GET /api/analysis/projects/:projectId/rules": inProject("viewer", { key: "readingKey" }),
  // 400: allowed, but the expression is invalid.
  "POST /api/analysis/projects/:projectId/rules": inProject("lead", { status: 400 }),
  "POST /api/analysis/projects/:projectId/rules/preview": inProject("lead"),
  // 404: allowed, but the rule does not exist. 409: the order does not contain exactly the existing rules.
  "PUT /api/analysis/projects/:projectId/rules/:ruleId": inProject("lead", { status: 404 }),
  "DELETE /api/analysis/projects/:projectId/rules/:ruleId": inProject("lead", { status: 404 }),
  "POST /api/analysis/projects/:projectId/rules/reorder": inProject("lead", { status: 409 }),
  "GET /api/trends/data": inProject("viewer", { key: "readingKey" }),
  "GET /api/trends/summary": inProject("viewer", { key: "readingKey" }),
  "GET /api/trends/test-suites": inProject("viewer", { key: "readingKey" }),
  "GET /api/trends/environments": inProject("viewer", { key: "readingKey" }),
  "GET /api/trends/filters": inProject("viewer", { key: "readingKey" }),
  "GET /api/trends/week": inProject("viewer", { key: "readingKey" }),
  "GET /api/trends/week/export": inProject("viewer", { key: "readingKey" }),
  "GET /api/trends/week/export/link": inProject("viewer", { key: "readingKey" }),
  // The link authorises the request.
  "GET /api/exports/week": everyone(403),
  "GET /api/trends/events": inProject("viewer", { key: "readingKey" }),
  // Deploy scripts use a key with the scope `ingest`.
  "POST /api/trends/events": inProject("user", { key: "key" }),
  // 404: allowed, but the event does not exist.
  "DELETE /api/trends/events/:eventId": inProject("user", { status: 404 }),
  // The token authorises the request; this one is forged.
  "GET /api/artifacts/:token": everyone(403),
  "GET /api/reports/:reportId/export/json": inProject("viewer", { key: "readingKey" }),
  "GET /api/reports/:reportId/export/pdf": inProject("viewer", { key: "readingKey" }),
  "POST /api/reports/:reportId/export/html": inProject("viewer", { key: "readingKey" }),
  // 404: the export does not exist.
  "GET /api/reports/:reportId/export/html/:exportId/download": inProject("viewer", { status: 404, key: "readingKey" }),
  "GET /api/reports/exports/html": inProject("viewer", { key: "readingKey" }),
  "DELETE /api/reports/exports/html/:exportId": inProject("viewer", { status: 404, key: "readingKey" }),
  "GET /api/reports/:reportId/export/size-estimates": inProject("viewer", { key: "readingKey" }),
  "GET /api/reports/:reportId/testcase/:testCaseId/export/json": inProject("viewer", { key: "readingKey" }),
  "GET /api/reports/:reportId/testcase/:testCaseId/export/pdf": inProject("viewer", { key: "readingKey" }),
  "GET /api/reports/:reportId/testcase/:testCaseId/export/html": inProject("viewer", { key: "readingKey" }),
  "POST /api/reports/:reportId/exports": inProject("viewer", { key: "readingKey" }),
  "GET /api/reports/:reportId/exports": inProject("viewer", { key: "readingKey" }),
  "GET /api/reports/:reportId/exports/:exportId": inProject("viewer", { status: 404, key: "readingKey" }),
  "POST /api/reports/:reportId/exports/:exportId/cancel": inProject("viewer", { status: 404, key: "readingKey" }),
  "DELETE /api/reports/:reportId/exports/:exportId": inProject("viewer", { status: 404, key: "readingKey" }),
  // The token authorises the request; this one is forged.
  "GET /api/exports/:token": everyone(403),
  "GET /api/reports/:reportId/results/csv": inProject("viewer", { key: "readingKey" }),
  "GET /api/reports/:reportId/results/csv/link": inProject("viewer", { key: "readingKey" }),
  "GET /api/reports/csv": inProject("viewer", { key: "readingKey" }),
  "GET /api/reports/csv/link": inProject("viewer", { key: "readingKey" }),
  // The link authorises the request; this one is forged.
  "GET /api/exports/csv": everyone(403),
  "GET /api/users": onServer("admin"),
  "PUT /api/users/:userId": onServer("admin"),
  "GET /api/users/:userId/access": onServer("admin"),
  "POST /api/users/:userId/password-reset": onServer("admin"),
  "POST /api/invitations/create": onServer("lead"),
  "GET /api/invitations/list": onServer("lead"),
  "GET /api/invitations/roles": onServer("lead"),
  // The token authorises the request.
  "GET /api/invitations/:token": everyone(200),
  "POST /api/invitations/:token/accept": everyone(200),
  "POST /api/invitations/:invitationId/revoke": onServer("lead"),
  "POST /api/invitations/:invitationId/resend": onServer("lead"),
  "GET /api/settings": onServer("admin"),
  "PUT /api/settings": onServer("admin"),
  "GET /api/settings/language-model": onServer("admin"),
  "PUT /api/settings/language-model": onServer("admin"),
  // 409: allowed, but no model is configured.
  "POST /api/settings/language-model/test": onServer("admin", { status: 409 }),
  "GET /api/connectors": signedIn(),
  "GET /api/connectors/:connectorId": onServer("admin"),
  // 400: allowed, but the form is empty.
  "PUT /api/connectors/:connectorId": onServer("admin", { status: 400 }),
  // 409: allowed, but the connector is not configured.
  "POST /api/connectors/:connectorId/test": onServer("admin", { status: 409 }),
  "PUT /api/connectors/:connectorId/disabled": onServer("admin", { status: 409 }),
  "DELETE /api/connectors/:connectorId": onServer("admin", { status: 409 }),
  "GET /api/projects/:projectId/connectors": inProject("lead"),
  "GET /api/projects/:projectId/connectors/:connectorId": inProject("lead"),
  "PUT /api/projects/:projectId/connectors/:connectorId": inProject("lead", { status: 400 }),
  "POST /api/projects/:projectId/connectors/:connectorId/test": inProject("lead", { status: 409 }),
  "PUT /api/projects/:projectId/connectors/:connectorId/disabled": inProject("lead", { status: 409 }),
  "DELETE /api/projects/:projectId/connectors/:connectorId": inProject("lead", { status: 409 }),
  "GET /api/projects/:projectId/bindings": inProject("lead"),
  // 409: allowed, but the server has no such connector.
  "POST /api/projects/:projectId/bindings": inProject("lead", { status: 409 }),
  // 404: a binding of another project.
  "PUT /api/projects/:projectId/bindings/:bindingId": inProject("lead", { status: 404 }),
  "DELETE /api/projects/:projectId/bindings/:bindingId": inProject("lead", { status: 404 }),
  "POST /api/projects/:projectId/bindings/:bindingId/test": inProject("lead", { status: 404 }),
  "GET /api/projects/:projectId/bindings/:bindingId/deliveries": inProject("lead", { status: 404 }),
  "GET /api/projects/:projectId/bindings/:bindingId/deliveries/:deliveryId": inProject("lead", { status: 404 }),
  "GET /api/analysis/projects/:projectId/trackers": inProject("viewer", { key: "readingKey" }),
  "GET /api/analysis/projects/:projectId/tickets": inProject("viewer", { key: "readingKey" }),
  // 404: a binding or a ticket of another project.
  "POST /api/analysis/projects/:projectId/tickets/preview": inProject("user", { status: 404 }),
  "POST /api/analysis/projects/:projectId/tickets": inProject("user", { status: 404 }),
  "GET /api/analysis/projects/:projectId/tickets/find": inProject("user", { status: 404 }),
  "POST /api/analysis/projects/:projectId/tickets/link": inProject("user", { status: 404 }),
  "DELETE /api/analysis/projects/:projectId/tickets/:ticketId": inProject("user", { status: 404 }),
  "GET /api/projects/:projectId/webhooks": inProject("lead"),
  "POST /api/projects/:projectId/webhooks": inProject("lead"),
  // 404: a webhook of another project.
  "PUT /api/projects/:projectId/webhooks/:webhookId": inProject("lead", { status: 404 }),
  "DELETE /api/projects/:projectId/webhooks/:webhookId": inProject("lead", { status: 404 }),
  "POST /api/projects/:projectId/webhooks/:webhookId/test": inProject("lead", { status: 404 }),
  "GET /api/projects/:projectId/webhooks/:webhookId/deliveries": inProject("lead", { status: 404 }),
  "GET /api/projects/:projectId/webhooks/:webhookId/deliveries/:deliveryId": inProject("lead", { status: 404 }),
  "POST /api/projects/:projectId/webhooks/:webhookId/deliveries/:deliveryId/redeliver": inProject("lead", {
    status: 404,
  }),
  "GET /api/projects/:projectId/deliveries/failed": inProject("lead"),
  "POST /api/projects/:projectId/deliveries/failed/resend": inProject("lead"),
  "POST /api/projects/:projectId/deliveries/failed/dismiss": inProject("lead"),
  "GET /api/jobs": onServer("admin"),
  // 404: the job has ended.
  "POST /api/jobs/:jobId/retry": onServer("admin", { status: 404 }),
  "GET /api/audit": onServer("admin"),
  "GET /api/notifications": signedIn(),
  "GET /api/notifications/unread": signedIn(),
  // 404: a notification of another user.
  "PUT /api/notifications/:notificationId/read": signedIn(404),
  "PUT /api/notifications/read": signedIn(),
  "DELETE /api/notifications/:notificationId": signedIn(404),
  "DELETE /api/notifications": signedIn(),
};
