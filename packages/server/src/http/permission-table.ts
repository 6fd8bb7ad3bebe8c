/**
 * Expected status per caller for a valid call. A change here is a change of permissions. 404 inside a project: it is
 * not visible to the caller.
 *
 * Columns: anonymous, outsider (an account without the project), viewer, user, lead, admin, expired session (of an
 * administrator), deactivated administrator, key of the project with `ingest`, with `read`, without a scope, revoked
 * key.
 */
export const permissionTable: Readonly<Record<string, string>> = {
  "GET /api/public/config": "200 200 200 200 200 200 200 200 200 200 200 200",
  // No logo was set.
  "GET /api/public/logo": "404 404 404 404 404 404 404 404 404 404 404 404",
  "POST /api/auth/login": "200 200 200 200 200 200 200 200 200 200 200 200",
  // Sign-up is by invitation here.
  "POST /api/auth/register": "403 403 403 403 403 403 403 403 403 403 403 403",
  // Back to the sign-in page: no provider is configured here. The code is forged.
  "GET /api/auth/oidc/start": "302 302 302 302 302 302 302 302 302 302 302 302",
  "GET /api/auth/oidc/callback": "302 302 302 302 302 302 302 302 302 302 302 302",
  "POST /api/auth/oidc/exchange": "401 401 401 401 401 401 401 401 401 401 401 401",
  "GET /api/auth/profile": "401 200 200 200 200 200 401 401 403 403 403 401",
  "POST /api/auth/logout": "401 200 200 200 200 200 401 401 403 403 403 401",
  // 409: this server sends no mail.
  "POST /api/auth/password-reset": "409 409 409 409 409 409 409 409 409 409 409 409",
  // The token is the permission; this one is forged.
  "GET /api/auth/password-reset/:token": "404 404 404 404 404 404 404 404 404 404 404 404",
  "POST /api/auth/password-reset/:token": "404 404 404 404 404 404 404 404 404 404 404 404",
  "GET /api/profile": "401 200 200 200 200 200 401 401 403 403 403 401",
  "PUT /api/profile": "401 200 200 200 200 200 401 401 403 403 403 401",
  // 400: past the door, to a form without a file.
  "POST /api/profile/avatar": "401 400 400 400 400 400 401 401 403 403 403 401",
  "DELETE /api/profile/avatar": "401 200 200 200 200 200 401 401 403 403 403 401",
  // The name is the permission; this one does not exist.
  "GET /api/avatars/:name": "404 404 404 404 404 404 404 404 404 404 404 404",
  // 400: past the door, to a form without a password.
  "PUT /api/profile/password": "401 400 400 400 400 400 401 401 403 403 403 401",
  "GET /api/profile/sessions": "401 200 200 200 200 200 401 401 403 403 403 401",
  "DELETE /api/profile/sessions": "401 200 200 200 200 200 401 401 403 403 403 401",
  // 404: a session that is not theirs.
  "DELETE /api/profile/sessions/:sessionId": "401 404 404 404 404 404 401 401 403 403 403 401",
  "GET /api/projects": "401 200 200 200 200 200 401 401 403 403 403 401",
  "GET /api/projects/states": "401 200 200 200 200 200 401 401 403 403 403 401",
  // 409: past the door, to a name that is taken.
  "POST /api/projects": "401 403 403 403 403 409 401 401 403 403 403 401",
  // 404: a test of none of their projects.
  "GET /api/whereabouts/:kind/:id": "401 404 404 404 404 404 401 401 403 403 403 401",
  "GET /api/projects/:projectId": "401 404 200 200 200 200 401 401 403 200 403 401",
  "PUT /api/projects/:projectId": "401 404 403 403 200 200 401 401 403 403 403 401",
  // 400: past the door, to a wrong name.
  "DELETE /api/projects/:projectId": "401 403 403 403 403 400 401 401 403 403 403 401",
  "GET /api/projects/:projectId/stats": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/projects/:projectId/retention": "401 404 403 403 200 200 401 401 403 403 403 401",
  "POST /api/projects/:projectId/retention/confirm": "401 404 403 403 200 200 401 401 403 403 403 401",
  "GET /api/projects/:projectId/storage": "401 404 403 403 200 200 401 401 403 403 403 401",
  "PUT /api/projects/:projectId/storage": "401 403 403 403 403 200 401 401 403 403 403 401",
  "POST /api/reports/:reportId/annotations": "401 404 403 200 200 200 401 401 403 403 403 401",
  "PUT /api/reports/:reportId/keep": "401 404 403 200 200 200 401 401 403 403 403 401",
  "GET /api/projects/:projectId/dashboard": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/projects/:projectId/tests": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/trends/flaky-tests": "401 404 200 200 200 200 401 401 403 200 403 401",
  // 404: no test ever ran here.
  "GET /api/projects/:projectId/tests/:testId": "401 404 404 404 404 404 401 401 403 404 403 401",
  "GET /api/projects/:projectId/tests/:testId/days": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/projects/:projectId/tests/:testId/executions": "401 404 200 200 200 200 401 401 403 200 403 401",
  // 404: past the door, to tests that are not there.
  "PUT /api/projects/:projectId/tests/:testId/same-as": "401 404 403 404 404 404 401 401 403 403 403 401",
  "GET /api/projects/:projectId/quarantine": "401 404 200 200 200 200 401 401 403 200 403 401",
  "PUT /api/projects/:projectId/tests/:testId/quarantine": "401 404 403 404 404 404 401 401 403 403 403 401",
  "DELETE /api/projects/:projectId/tests/:testId/quarantine": "401 404 403 404 404 404 401 401 403 403 403 401",
  "GET /api/projects/:projectId/flakiness-rule": "401 404 200 200 200 200 401 401 403 200 403 401",
  "PUT /api/projects/:projectId/flakiness-rule": "401 404 403 403 200 200 401 401 403 403 403 401",
  // 400: past the door, without a rule.
  "POST /api/projects/:projectId/flakiness-rule/preview": "401 404 403 403 400 400 401 401 403 403 403 401",
  "GET /api/projects/:projectId/owner-rules": "401 404 200 200 200 200 401 401 403 200 403 401",
  // 409: past the door, from an older version.
  "PUT /api/projects/:projectId/owner-rules": "401 404 403 403 409 409 401 401 403 403 403 401",
  "POST /api/projects/:projectId/owner-rules/preview": "401 404 403 403 200 200 401 401 403 403 403 401",
  "GET /api/projects/:projectId/owners": "401 404 200 200 200 200 401 401 403 200 403 401",
  "PUT /api/projects/:projectId/tests/:testId/owner": "401 404 403 404 404 404 401 401 403 403 403 401",
  "GET /api/projects/:projectId/search": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/projects/:projectId/members": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/projects/:projectId/members/:userId/access": "401 404 403 403 200 200 401 401 403 403 403 401",
  "GET /api/projects/:projectId/candidates": "401 404 403 403 200 200 401 401 403 403 403 401",
  "POST /api/projects/:projectId/members": "401 404 403 403 200 200 401 401 403 403 403 401",
  "PUT /api/projects/:projectId/members/:userId": "401 404 403 403 200 200 401 401 403 403 403 401",
  "DELETE /api/projects/:projectId/members/:userId": "401 404 403 403 200 200 401 401 403 403 403 401",
  "GET /api/annotations/projects/:projectId/members": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/annotations/projects/:projectId/annotations": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/annotations/projects/:projectId/summary": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/annotations/projects/:projectId/mine": "401 404 200 200 200 200 401 401 403 200 403 401",
  "POST /api/annotations/projects/:projectId/annotations": "401 404 403 200 200 200 401 401 403 403 403 401",
  "GET /api/annotations/test-runs/:reportId/test-cases": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/annotations/annotations/:annotationId": "401 404 200 200 200 200 401 401 403 200 403 401",
  "PUT /api/annotations/annotations/:annotationId/status": "401 404 403 200 200 200 401 401 403 403 403 401",
  "PUT /api/annotations/annotations/:annotationId/assignment": "401 404 403 200 200 200 401 401 403 403 403 401",
  // 403: it belongs to another user.
  "PUT /api/annotations/annotations/:annotationId/edit": "401 404 403 403 403 403 401 401 403 403 403 401",
  "PUT /api/annotations/annotations/:annotationId/details": "401 404 403 200 200 200 401 401 403 403 403 401",
  "PUT /api/annotations/annotations/:annotationId/subject": "401 404 403 200 200 200 401 401 403 403 403 401",
  "PUT /api/annotations/projects/:projectId/status": "401 404 403 200 200 200 401 401 403 403 403 401",
  "POST /api/annotations/annotations/:annotationId/comments": "401 404 403 200 200 200 401 401 403 403 403 401",
  // 404: past the door, to a comment, a link and a file that are not there.
  "PUT /api/annotations/annotations/:annotationId/comments/:commentId":
    "401 404 403 404 404 404 401 401 403 403 403 401",
  "DELETE /api/annotations/annotations/:annotationId/comments/:commentId":
    "401 404 403 404 404 404 401 401 403 403 403 401",
  "DELETE /api/annotations/annotations/:annotationId/links/:linkId": "401 404 403 404 404 404 401 401 403 403 403 401",
  "DELETE /api/annotations/annotations/:annotationId/attachments/:attachmentId":
    "401 404 403 404 404 404 401 401 403 403 403 401",
  "POST /api/annotations/annotations/:annotationId/links": "401 404 403 200 200 200 401 401 403 403 403 401",
  // 400: past the door, to a form without a file.
  "POST /api/annotations/annotations/:annotationId/attachments": "401 404 403 400 400 400 401 401 403 403 403 401",
  // A key has no account that could watch, or keep a filter.
  "PUT /api/annotations/annotations/:annotationId/watch": "401 404 200 200 200 200 401 401 403 403 403 401",
  "GET /api/annotations/projects/:projectId/filters": "401 404 200 200 200 200 401 401 403 403 403 401",
  "POST /api/annotations/projects/:projectId/filters": "401 404 200 200 200 200 401 401 403 403 403 401",
  // 404: a filter that is not theirs.
  "PUT /api/annotations/projects/:projectId/filters/:filterId": "401 404 404 404 404 404 401 401 403 403 403 401",
  "DELETE /api/annotations/projects/:projectId/filters/:filterId": "401 404 404 404 404 404 401 401 403 403 403 401",
  "GET /api/projects/:projectId/reports/:number": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/projects/:projectId/uploads": "401 404 200 200 200 200 401 401 403 200 403 401",
  // 404: an upload that never was.
  "GET /api/projects/:projectId/uploads/:uploadId": "401 404 404 404 404 404 401 401 403 404 403 401",
  "GET /api/projects/:projectId/upload-health": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/projects/:projectId/api-keys": "401 404 403 403 200 200 401 401 403 403 403 401",
  "POST /api/projects/:projectId/api-keys": "401 404 403 403 200 200 401 401 403 403 403 401",
  "DELETE /api/projects/:projectId/api-keys/:keyId": "401 404 403 403 200 200 401 401 403 403 403 401",
  "POST /api/ingest/uploads": "401 404 403 200 200 200 401 401 200 403 403 401",
  "POST /api/ingest/runs": "401 404 403 200 200 200 401 401 200 403 403 401",
  // 404: past the door, to a source that is not there.
  "POST /api/ingest/runs/:reportId/events": "401 404 403 404 404 404 401 401 404 403 403 401",
  "PUT /api/ingest/runs/:reportId/artifacts": "401 404 403 404 404 404 401 401 404 403 403 401",
  "POST /api/ingest/runs/:reportId/complete": "401 404 403 404 404 404 401 401 404 403 403 401",
  // A job can check what it sent: keys with `ingest`, and users who can.
  "GET /api/gate": "401 404 403 200 200 200 401 401 200 403 403 401",
  "GET /api/reports": "401 404 200 200 200 200 401 401 403 200 403 401",
  // The project is named by the body.
  "POST /api/reports/search": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/reports/filters": "401 404 200 200 200 200 401 401 403 200 403 401",
  // A key has no account that could keep a view.
  "GET /api/projects/:projectId/saved-views": "401 404 200 200 200 200 401 401 403 403 403 401",
  "POST /api/projects/:projectId/saved-views": "401 404 200 200 200 200 401 401 403 403 403 401",
  // 404: a view that is not theirs.
  "PUT /api/projects/:projectId/saved-views/:viewId": "401 404 404 404 404 404 401 401 403 403 403 401",
  "DELETE /api/projects/:projectId/saved-views/:viewId": "401 404 404 404 404 404 401 401 403 403 403 401",
  "GET /api/reports/:reportId": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/reports/:reportId/changes": "401 404 200 200 200 200 401 401 403 200 403 401",
  // 404: past the door, to a report that does not exist.
  "POST /api/reports/compare": "401 404 404 404 404 404 401 401 403 404 403 401",
  "POST /api/reports/compare/matrix": "401 404 404 404 404 404 401 401 403 404 403 401",
  "GET /api/reports/:reportId/problems": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/reports/:reportId/uploads": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/reports/:reportId/output": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/reports/:reportId/results": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/reports/:reportId/results/groups": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/reports/:reportId/results/rows": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/reports/:reportId/results/outcomes": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/reports/:reportId/results/:resultId": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/reports/:reportId/results/:resultId/history": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/reports/:reportId/results/:resultId/position": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/reports/:reportId/metrics": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/reports/:reportId/timeline": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/ai/reports/:reportId/analysis": "401 404 200 200 200 200 401 401 403 200 403 401",
  // 409: nothing failed there.
  "POST /api/ai/reports/:reportId/analyze": "401 404 403 409 409 409 401 401 403 403 403 401",
  "POST /api/ai/reports/:reportId/analyze/background": "401 404 403 409 409 409 401 401 403 403 403 401",
  "GET /api/analysis/projects/:projectId/summary": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/analysis/projects/:projectId/test-cases": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/analysis/projects/:projectId/suite-runs": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/analysis/projects/:projectId/groups": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/analysis/projects/:projectId/groups/:groupId": "401 404 200 200 200 200 401 401 403 200 403 401",
  "POST /api/analysis/projects/:projectId/auto-classify": "401 404 403 200 200 200 401 401 403 403 403 401",
  "POST /api/analysis/test-cases/:testCaseId/reclassify": "401 404 403 200 200 200 401 401 403 403 403 401",
  "POST /api/analysis/projects/:projectId/reclassify": "401 404 403 200 200 200 401 401 403 403 403 401",
  // 409: no language model is set up here.
  "POST /api/analysis/projects/:projectId/deep-analyze": "401 404 403 409 409 409 401 401 403 403 403 401",
  "GET /api/analysis/projects/:projectId/deep-analyze": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/analysis/projects/:projectId/duplicates": "401 404 200 200 200 200 401 401 403 200 403 401",
  // 404: past the door, to what is not there.
  "POST /api/analysis/projects/:projectId/groups/keep-apart": "401 404 403 404 404 404 401 401 403 403 403 401",
  "POST /api/analysis/projects/:projectId/decisions/:decisionId/undo":
    "401 404 403 404 404 404 401 401 403 403 403 401",
  "POST /api/analysis/projects/:projectId/groups/merge": "401 404 403 404 404 404 401 401 403 403 403 401",
  "GET /api/analysis/projects/:projectId/incidents": "401 404 200 200 200 200 401 401 403 200 403 401",
  "PUT /api/analysis/projects/:projectId/incidents/:incidentId/left-out":
    "401 404 403 404 404 404 401 401 403 403 403 401",
  "POST /api/analysis/projects/:projectId/groups/:groupId/split": "401 404 403 404 404 404 401 401 403 403 403 401",
  "PUT /api/analysis/projects/:projectId/groups/:groupId/pin": "401 404 403 200 200 200 401 401 403 403 403 401",
  "GET /api/analysis/test-cases/:testCaseId/evidence": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/analysis/test-cases/:testCaseId/suggested-fixes": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/analysis/projects/:projectId/quality": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/analysis/projects/:projectId/rules": "401 404 200 200 200 200 401 401 403 200 403 401",
  // 400: past the door, to an expression that is none.
  "POST /api/analysis/projects/:projectId/rules": "401 404 403 403 400 400 401 401 403 403 403 401",
  "POST /api/analysis/projects/:projectId/rules/preview": "401 404 403 403 200 200 401 401 403 403 403 401",
  // 404: past the door, to a rule that is not there; 409: to other rules than there are.
  "PUT /api/analysis/projects/:projectId/rules/:ruleId": "401 404 403 403 404 404 401 401 403 403 403 401",
  "DELETE /api/analysis/projects/:projectId/rules/:ruleId": "401 404 403 403 404 404 401 401 403 403 403 401",
  "POST /api/analysis/projects/:projectId/rules/reorder": "401 404 403 403 409 409 401 401 403 403 403 401",
  "GET /api/trends/data": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/trends/summary": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/trends/test-suites": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/trends/environments": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/trends/filters": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/trends/week": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/trends/week/export": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/trends/week/export/link": "401 404 200 200 200 200 401 401 403 200 403 401",
  // The link is the permission.
  "GET /api/exports/week": "403 403 403 403 403 403 403 403 403 403 403 403",
  "GET /api/trends/events": "401 404 200 200 200 200 401 401 403 200 403 401",
  // A script that deploys has a key that may send.
  "POST /api/trends/events": "401 404 403 200 200 200 401 401 200 403 403 401",
  // 404: past the door, to an event that is not there.
  "DELETE /api/trends/events/:eventId": "401 404 403 404 404 404 401 401 403 403 403 401",
  // The token is the permission; this one is forged.
  "GET /api/artifacts/:token": "403 403 403 403 403 403 403 403 403 403 403 403",
  "GET /api/reports/:reportId/export/json": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/reports/:reportId/export/pdf": "401 404 200 200 200 200 401 401 403 200 403 401",
  "POST /api/reports/:reportId/export/html": "401 404 200 200 200 200 401 401 403 200 403 401",
  // 404: no such export.
  "GET /api/reports/:reportId/export/html/:exportId/download": "401 404 404 404 404 404 401 401 403 404 403 401",
  "GET /api/reports/exports/html": "401 404 200 200 200 200 401 401 403 200 403 401",
  "DELETE /api/reports/exports/html/:exportId": "401 404 404 404 404 404 401 401 403 404 403 401",
  "GET /api/reports/:reportId/export/size-estimates": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/reports/:reportId/testcase/:testCaseId/export/json": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/reports/:reportId/testcase/:testCaseId/export/pdf": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/reports/:reportId/testcase/:testCaseId/export/html": "401 404 200 200 200 200 401 401 403 200 403 401",
  "POST /api/reports/:reportId/exports": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/reports/:reportId/exports": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/reports/:reportId/exports/:exportId": "401 404 404 404 404 404 401 401 403 404 403 401",
  "POST /api/reports/:reportId/exports/:exportId/cancel": "401 404 404 404 404 404 401 401 403 404 403 401",
  "DELETE /api/reports/:reportId/exports/:exportId": "401 404 404 404 404 404 401 401 403 404 403 401",
  // The token is the permission; this one is forged.
  "GET /api/exports/:token": "403 403 403 403 403 403 403 403 403 403 403 403",
  "GET /api/reports/:reportId/results/csv": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/reports/:reportId/results/csv/link": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/reports/csv": "401 404 200 200 200 200 401 401 403 200 403 401",
  "GET /api/reports/csv/link": "401 404 200 200 200 200 401 401 403 200 403 401",
  // The link is the permission; this one is forged.
  "GET /api/exports/csv": "403 403 403 403 403 403 403 403 403 403 403 403",
  "GET /api/users": "401 403 403 403 403 200 401 401 403 403 403 401",
  "PUT /api/users/:userId": "401 403 403 403 403 200 401 401 403 403 403 401",
  "GET /api/users/:userId/access": "401 403 403 403 403 200 401 401 403 403 403 401",
  "POST /api/users/:userId/password-reset": "401 403 403 403 403 200 401 401 403 403 403 401",
  "POST /api/invitations/create": "401 403 403 403 200 200 401 401 403 403 403 401",
  "GET /api/invitations/list": "401 403 403 403 200 200 401 401 403 403 403 401",
  "GET /api/invitations/roles": "401 403 403 403 200 200 401 401 403 403 403 401",
  // The token is the permission.
  "GET /api/invitations/:token": "200 200 200 200 200 200 200 200 200 200 200 200",
  "POST /api/invitations/:token/accept": "200 200 200 200 200 200 200 200 200 200 200 200",
  "POST /api/invitations/:invitationId/revoke": "401 403 403 403 200 200 401 401 403 403 403 401",
  "POST /api/invitations/:invitationId/resend": "401 403 403 403 200 200 401 401 403 403 403 401",
  "GET /api/settings": "401 403 403 403 403 200 401 401 403 403 403 401",
  "PUT /api/settings": "401 403 403 403 403 200 401 401 403 403 403 401",
  "GET /api/settings/language-model": "401 403 403 403 403 200 401 401 403 403 403 401",
  "PUT /api/settings/language-model": "401 403 403 403 403 200 401 401 403 403 403 401",
  // 409: past the door, to a model that is not set up.
  "POST /api/settings/language-model/test": "401 403 403 403 403 409 401 401 403 403 403 401",
  "GET /api/connectors": "401 200 200 200 200 200 401 401 403 403 403 401",
  "GET /api/connectors/:connectorId": "401 403 403 403 403 200 401 401 403 403 403 401",
  // 400: past the door, to an empty form.
  "PUT /api/connectors/:connectorId": "401 403 403 403 403 400 401 401 403 403 403 401",
  // 409: past the door, to a connector that is not set up.
  "POST /api/connectors/:connectorId/test": "401 403 403 403 403 409 401 401 403 403 403 401",
  "PUT /api/connectors/:connectorId/disabled": "401 403 403 403 403 409 401 401 403 403 403 401",
  "DELETE /api/connectors/:connectorId": "401 403 403 403 403 409 401 401 403 403 403 401",
  "GET /api/projects/:projectId/webhooks": "401 404 403 403 200 200 401 401 403 403 403 401",
  "POST /api/projects/:projectId/webhooks": "401 404 403 403 200 200 401 401 403 403 403 401",
  // 404: a webhook that is not this project's.
  "PUT /api/projects/:projectId/webhooks/:webhookId": "401 404 403 403 404 404 401 401 403 403 403 401",
  "DELETE /api/projects/:projectId/webhooks/:webhookId": "401 404 403 403 404 404 401 401 403 403 403 401",
  "POST /api/projects/:projectId/webhooks/:webhookId/test": "401 404 403 403 404 404 401 401 403 403 403 401",
  "GET /api/projects/:projectId/webhooks/:webhookId/deliveries": "401 404 403 403 404 404 401 401 403 403 403 401",
  "POST /api/projects/:projectId/webhooks/:webhookId/deliveries/:deliveryId/redeliver":
    "401 404 403 403 404 404 401 401 403 403 403 401",
  "GET /api/jobs": "401 403 403 403 403 200 401 401 403 403 403 401",
  // 404: a job that is done.
  "POST /api/jobs/:jobId/retry": "401 403 403 403 403 404 401 401 403 403 403 401",
  "GET /api/audit": "401 403 403 403 403 200 401 401 403 403 403 401",
  "GET /api/notifications": "401 200 200 200 200 200 401 401 403 403 403 401",
  "GET /api/notifications/unread": "401 200 200 200 200 200 401 401 403 403 403 401",
  // 404: a notification that is not theirs.
  "PUT /api/notifications/:notificationId/read": "401 404 404 404 404 404 401 401 403 403 403 401",
  "PUT /api/notifications/read": "401 200 200 200 200 200 401 401 403 403 403 401",
  "DELETE /api/notifications/:notificationId": "401 404 404 404 404 404 401 401 403 403 403 401",
  "DELETE /api/notifications": "401 200 200 200 200 200 401 401 403 403 403 401",
};
