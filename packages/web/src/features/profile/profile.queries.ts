import { RefusedError } from "@plumb/client/call-error.ts";
import { deleteAvatar, uploadAvatar } from "@plumb/contract/people/avatar.ts";
import {
  changePassword,
  listSessions,
  type PasswordChange,
  type Profile,
  type ProfileChange,
  readProfile,
  revokeOtherSessions,
  revokeSession,
  updateProfile,
} from "@plumb/contract/people/profile.ts";
import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { avatarFileError } from "./avatar-file.ts";
import { api } from "#lib/api/api.ts";
import { refusalText } from "#lib/api/error-text.ts";
import { ownAccountQuery } from "#lib/session/own-account.ts";

export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: async ({ signal }) => (await api.call(readProfile, { signal })).data.profile,
});

export const sessionsQuery = queryOptions({
  queryKey: ["profile", "sessions"],
  queryFn: async ({ signal }) => (await api.call(listSessions, { signal })).data,
});

export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (change: ProfileChange) => (await api.call(updateProfile, { body: change })).data.profile,
    onSuccess: (profile) => adopt(queryClient, profile),
  });
}

/** Uploads a picture, or removes it with `null`. Fails with an error whose message the page can show. */
export function useChangeAvatar() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (file: File | null) => (file === null ? removeAvatar() : sendAvatar(file)),
    onSuccess: (profile) => adopt(queryClient, profile),
  });
}

async function sendAvatar(file: File): Promise<Profile> {
  const wrong = await avatarFileError(file);
  if (wrong !== null) throw new Error(wrong);
  const body = new FormData();
  body.append("avatar", file);
  try {
    return (await api.call(uploadAvatar, { body })).data.profile;
  } catch (error) {
    throw new Error(sentence(error, "Failed to upload avatar. Please try again."), { cause: error });
  }
}

async function removeAvatar(): Promise<Profile> {
  try {
    return (await api.call(deleteAvatar)).data.profile;
  } catch (error) {
    throw new Error(sentence(error, "Failed to delete avatar. Please try again."), { cause: error });
  }
}

/** Only the server's message about the picture helps the user. */
function sentence(error: unknown, fallback: string): string {
  return error instanceof RefusedError && error.status < 500 ? refusalText(error, fallback) : fallback;
}

/** The shell also shows name and picture, and timestamps use the profile's time zone. */
function adopt(queryClient: QueryClient, profile: Profile): Promise<void> {
  queryClient.setQueryData(profileQuery.queryKey, profile);
  return queryClient.invalidateQueries({ queryKey: ownAccountQuery.queryKey });
}

/** Changes the password, which ends all other sessions. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: PasswordChange) => api.call(changePassword, { body: change }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Ends a session by its id, or all sessions except the current one. */
export function useEndSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (which: number | "others") =>
      which === "others" ? api.call(revokeOtherSessions) : api.call(revokeSession, { params: { sessionId: which } }),
    // Even after an error: if the session had already ended, the list is out of date.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
