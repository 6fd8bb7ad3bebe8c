const issueParts = "id identifier title url trashed state { name type } assignee { displayName }";

export const viewerQuery = "query Viewer { viewer { name organization { id } } }";

export const teamQuery = "query Team($key: String!) { teams(filter: { key: { eq: $key } }) { nodes { id name key } } }";

/** Labels of the team and the workspace. Label groups cannot be assigned. */
export const labelsQuery =
  "query Labels($key: String!) { issueLabels(first: 250, filter: { or: [{ team: { key: { eq: $key } } }, { team: { null: true } }] }) { nodes { id name isGroup } } }";

/** Includes archived issues, because Linear archives closed issues after some months. */
export const issuesQuery = `query Issues($filter: IssueFilter!, $first: Int!) { issues(filter: $filter, first: $first, includeArchived: true) { nodes { ${issueParts} } } }`;

export const searchQuery = `query Search($filter: IssueFilter!) { issues(filter: $filter, first: 20, orderBy: updatedAt) { nodes { ${issueParts} } } }`;

/** @param id UUID, or an identifier such as SHOP-12. */
export const issueQuery = `query Issue($id: String!) { issue(id: $id) { ${issueParts} } }`;

export const statesQuery = `query States($id: String!) { issue(id: $id) { ${issueParts} team { states(first: 250) { nodes { id name type position } } } } }`;

export const createMutation = `mutation CreateIssue($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { ${issueParts} } } }`;

export const updateMutation =
  "mutation UpdateIssue($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { success } }";

export const uploadMutation =
  "mutation FileUpload($contentType: String!, $filename: String!, $size: Int!) { fileUpload(contentType: $contentType, filename: $filename, size: $size) { success uploadFile { uploadUrl assetUrl headers { key value } } } }";

export const commentMutation =
  "mutation CreateComment($input: CommentCreateInput!) { commentCreate(input: $input) { success } }";

/** Comments that contain a text. */
export const commentsQuery =
  "query Comments($id: String!, $text: String!, $first: Int!) { issue(id: $id) { comments(first: $first, filter: { body: { contains: $text } }) { nodes { body } } } }";
