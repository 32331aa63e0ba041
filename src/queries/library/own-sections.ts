import type { Input, Output } from '#contract/calls.ts';
import { CallFailed } from '#contract/engine/call.ts';
import { PersonalProcedure } from '#domain/library/personal-procedure.ts';
import type { StoredSection } from '#domain/library/stored-section.ts';
import { currentOfflineSession } from '#src/offline/session.ts';
import { api } from '#src/session/api.ts';
import { changeUser, currentSession, useSession } from '#src/session/session.ts';
import { refreshUser } from '#src/queries/profile.ts';
import { saveProfile } from '#store/session/profile.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';

/** This person's own sections for a procedure; available offline, as the profile is on the tablet. */
export function useOwnSections(): (procedureID: string) => readonly StoredSection[] {
  const user = useSession()?.user;
  return (procedureID) => user?.personalProcedures.find((each) => each.procedureID === procedureID)?.sections ?? [];
}

/** This person's own copy of a procedure; undefined without any. */
export function usePersonalProcedure(procedureID: string): PersonalProcedure | undefined {
  return useSession()?.user.personalProcedures.find((each) => each.procedureID === procedureID);
}

type Change = { readonly input: Input<'procedureAddSection'>; readonly idempotencyKey: string };

/** Adds, replaces or removes an own section; a stale revision fails with VERSION_CONFLICT, see {@link currentPersonalOf}. */
export function useChangeSection() {
  return useMutation({
    mutationFn: async ({ input, idempotencyKey }: Change) => {
      const answer = await api('procedureAddSection', input, { idempotencyKey });
      await takeSections(answer);
      return answer;
    },
  });
}

/** Puts an own section into a draft of the procedure. */
export function usePromoteSection() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<'procedurePromote'>) => api('procedurePromote', input),
    onSettled: () => void client.invalidateQueries({ queryKey: ['library'] }),
  });
}

/** Takes the server's copy after a refusal for a stale revision: the next try is made on what is there. */
export async function refreshAfterConflict(failure: unknown): Promise<void> {
  if (currentPersonalOf(failure) !== null) await refreshUser().catch(() => undefined);
}

/** The stored copy, from a refusal for a stale revision. */
export function currentPersonalOf(failure: unknown): PersonalProcedure | null {
  if (!(failure instanceof CallFailed) || failure.code !== 'VERSION_CONFLICT') return null;
  const parsed = v.safeParse(v.object({ current: PersonalProcedure }), failure.data);
  return parsed.success ? parsed.output.current : null;
}

/** Takes the present sections into the session and the stored profile: the next form is built with them, online and offline. */
async function takeSections({ personalProcedures }: Output<'procedureAddSection'>): Promise<void> {
  const session = currentSession();
  if (session === null) return;
  const user = { ...session.user, personalProcedures };
  changeUser(user);
  const store = currentOfflineSession()?.store;
  // Sections that the tablet could not store are fetched at the next sign-in.
  if (store !== undefined) await saveProfile(store, user).catch(() => undefined);
}
