/** Room that all devices of a user join. */
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

/** Returns the project of a room; `null` for other kinds of rooms. */
export function projectOfRoom(room: string): number | null {
  const id = /^project\/(\d+)(\/|$)/.exec(room)?.[1];
  return id === undefined ? null : Number(id);
}
