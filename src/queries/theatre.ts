import type { TheatreCase } from '#contract/theatre.ts';
import { agedLight } from '#domain/theatre/aged-light.ts';
import { MINUTE } from '#domain/base/limits.ts';
import type { LocalLight } from '#src/offline/local/theatre.ts';
import type { LocalData } from '#src/offline/local/local-data.ts';
import { serverOrLocal } from '#src/offline/server-or-local.ts';
import { serverNow } from '#src/device/clock.ts';
import { api } from '#src/session/api.ts';
import { confirmSettings } from '#src/session/confirm-settings.ts';
import type { TheatreQuery } from '#store/entities/theatre-lists.ts';
import { queryOptions } from '@tanstack/react-query';
import { copyFirst } from '#src/queries/client/copy-first.ts';

export type { TheatreCase } from '#contract/theatre.ts';
export type { TheatreQuery } from '#store/entities/theatre-lists.ts';

/** A theatre list as it is shown. */
export type TheatreListView = {
  readonly cases: readonly TheatreCase[];
  /** when the server read it, epoch ms */
  readonly asOf: number;
  /** false for an answer of before, from this tablet */
  readonly isFresh: boolean;
};

/** Time after which the list is asked for again while it is open, ms [choice]. */
const REFRESH = MINUTE;

/** The theatre lists of some days; the last answer of this tablet where the server does not answer. */
export const theatreListOptions = (query: TheatreQuery) =>
  queryOptions({
    queryKey: ['records', 'theatre', query],
    queryFn: (context): Promise<TheatreListView> =>
      serverOrLocal(
        async (cut) => {
          const { data, asOf } = await api('patientListed', query, { signal: cut });
          return { cases: data, asOf: Date.parse(asOf) };
        },
        async ({ local, data, ...rest }) => {
          if (local === null) return { ...data, isFresh: true };
          if (data === null) return storedView(local, query, 'failure' in rest ? rest.failure : null);
          // A full tablet shows the list all the same.
          await local.theatre.save({ query, ...data }).catch(() => undefined);
          return { ...data, cases: await judged(local, query, { ...data, isFresh: true }), isFresh: true };
        },
        copyFirst(context),
      ),
    networkMode: 'always',
    refetchOnReconnect: true,
    refetchInterval: REFRESH,
  });

/** @throws the failure of the server where this tablet has no answer of before */
async function storedView(local: LocalData, query: TheatreQuery, failure: unknown): Promise<TheatreListView> {
  const stored = await local.theatre.read(query, serverNow());
  if (stored === null) throw failure;
  return { cases: await judged(local, query, { ...stored, isFresh: false }), asOf: stored.asOf, isFresh: false };
}

type Answer = { readonly cases: readonly TheatreCase[]; readonly asOf: number; readonly isFresh: boolean };

async function judged(local: LocalData, { startDate }: TheatreQuery, { cases, asOf, isFresh }: Answer): Promise<TheatreCase[]> {
  // A vault that cannot be read takes no light away.
  const lights = await local.theatre.lights(startDate, { isFresh }).catch((): ReadonlyMap<string, LocalLight> => new Map());
  const { timeZone } = confirmSettings();
  const now = serverNow();
  return cases.map((each) => {
    const local = lights.get(each.recordID);
    return { ...each, ...agedLight(each, { asOf, now, timeZone, local }), ended: local?.ended ?? each.ended };
  });
}
