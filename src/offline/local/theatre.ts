import type { Light } from '#domain/theatre/theatre-light.ts';
import { readCachedTheatreList, saveTheatreList, type TheatreList, type TheatreQuery } from '#store/entities/theatre-lists.ts';
import { readComingList, type ListedCaseView } from '#store/views/listed.ts';
import type { LocalContext } from './context.ts';

/** A light that this device has worked out, with the end of the case as it knows it. */
export type LocalLight = Light & Pick<ListedCaseView, 'ended'>;

/** Theatre lists of this device: the last answers of the server, and what the device knows of their cases itself. */
export function localTheatre({ store }: LocalContext) {
  return {
    save: (list: TheatreList): Promise<void> => saveTheatreList(store, list),
    /** @param now - epoch ms */
    read: (query: TheatreQuery, now: number): Promise<TheatreList | null> => readCachedTheatreList(store, query, now),
    /**
     * The lights that this device works out itself, by case. @param from - plain date @param isFresh - the server's answer is of now:
     * only changes that it does not have count beside it
     */
    lights: async (from: string, { isFresh }: { isFresh: boolean }): Promise<ReadonlyMap<string, LocalLight>> => {
      const { rows } = await readComingList(store, from);
      const counting = rows.filter(({ isUnsent }) => !isFresh || isUnsent);
      return new Map(counting.map(({ recordID, light, reason, ended }) => [recordID, { light, reason, ended }]));
    },
  };
}
