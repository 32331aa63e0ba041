import { Capacity } from '#domain/capacity/capacity.ts';
import { ADVANCE, COMPLETE, COURT_ORDER, DAUGHTER, NOW } from '#tests/domain/capacity/capacity-rules.table.ts';
import * as v from 'valibot';

const APPOINTMENT = {
  found: true,
  names: ['Ann Attorney', 'Bob Attorney'],
  joint: true,
  registered: true,
  seen: true,
  covers: true,
  lifeSustaining: true,
  answer: 'CONSENTS',
};

/** Form 4's own part with an answer in every field. */
export const FULL_CAPACITY = v.parse(Capacity, {
  test: { ...COMPLETE.test, helpNote: 'His own chair.', canWait: false, waitReason: 'Pain.', mayRegain: 'UNKNOWN' },
  authority: {
    lpa: APPOINTMENT,
    deputy: { ...APPOINTMENT, names: ['Dee Deputy'] },
    advance: ADVANCE,
    courtOrder: COURT_ORDER,
    searchedHow: 'Record.',
  },
  people: {
    consulted: [DAUGHTER],
    nobodyReason: 'No parents.',
    imca: { name: 'Ida Example', organisation: 'Example Advocacy', at: NOW, view: 'Agrees.' },
    imcaReason: 'None.',
  },
  bestInterests: {
    ...COMPLETE.bestInterests,
    restraint: { planned: true, why: 'Mittens.', deprives: true, authority: 'Urgent authorisation' },
  },
  secondOpinion: { needed: true, name: 'Dr Second Example', role: 'Consultant', view: 'AGREES', at: NOW },
});
