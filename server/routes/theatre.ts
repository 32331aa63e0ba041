import { DONE } from '#domain/base/done-messages.ts';
import type { Handlers } from '#server/http/serve.ts';
import { readTheatreList } from '#server/work/theatre/theatre-list.ts';

export const theatreHandlers: Pick<Handlers, 'patientListed'> = {
  async patientListed(filter, context) {
    return { message: DONE.OK, data: await readTheatreList(context, filter), asOf: context.now };
  },
};
