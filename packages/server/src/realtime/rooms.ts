/** All devices of one account. */
export function userRoom(userId: number): string {
  return `user/${userId}`;
}

export function projectRoom(projectId: number): string {
  return `project/${projectId}`;
}

/** Starts with the name of the project room, so that access can be revoked by prefix. */
export function reportRoom(projectId: number, reportId: number): string {
  return `project/${projectId}/report/${reportId}`;
}

/** The project that a room belongs to; null for a room of another kind. */
export function projectOfRoom(room: string): number | null {
  const id = /^project\/(\d+)(\/|$)/.exec(room)?.[1];
  return id === undefined ? null : Number(id);
}
