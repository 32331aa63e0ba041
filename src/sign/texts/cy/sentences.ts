import { WELSH } from '#domain/meanings/welsh.ts';
import type { SentenceTexts } from '#src/sign/texts/sentences.ts';

/** Refusals of the server that a signer can meet, and the choices that a new consent starts with. */
export const welshSentences: SentenceTexts = {
  failures: {
    INVALID: 'Mae rhywbeth ar y ffurflen hon o’i le. Edrychwch ar y meysydd sydd wedi’u marcio.',
    TICKET_ENDED: 'Mae’r dudalen hon wedi bod ar agor yn rhy hir. Dywedwch eto pwy ydych chi.',
    DEVICE_REVOKED: 'Mae gweinyddwr wedi rhwystro’r dabled hon',
    NOT_FOUND: 'Ni chafwyd hyd i hwn',
    VERSION_CONFLICT: 'Mae rhywun arall wedi newid hyn yn y cyfamser',
    ALREADY_SIGNED: 'Mae hwn wedi’i lofnodi’n barod',
    SIGNED_CONTENT_MISMATCH: 'Mae’r ffurflen wedi newid ers ei dangos. Ni lofnodwyd dim. Agorwch y ffurflen eto.',
    MOVE_REFUSED: 'Ni ellir gwneud hyn nawr. Llwythwch y dudalen eto i weld beth sydd wedi newid.',
    ANSWERS_FULL: 'Ni ellir cadw mwy o atebion yn yr ymweliad hwn. Gallwch lofnodi neu ddweud na o hyd. Siaradwch â’r clinigydd.',
    OPEN_QUESTION: 'Mae cwestiwn ar agor o hyd. Siaradwch amdano cyn llofnodi.',
    IN_PROGRESS: 'Mae hyn yn cael ei wneud o hyd. Arhoswch eiliad.',
    LINK_ENDED: 'Mae’r dudalen hon wedi dod i ben. Gofynnwch am un newydd.',
    RECORDED_IN_ERROR: 'Cafodd y ffurflen hon ei gwneud mewn camgymeriad. Nid yw’n cyfrif.',
    TOO_LARGE: 'Mae hyn yn rhy fawr i’w anfon. Gwnewch ef yn fyrrach neu’n llai.',
    UPDATE_REQUIRED: 'Mae’r ap hwn yn rhy hen. Diweddarwch ef.',
    SLOW_DOWN: 'Gormod o gynigion. Arhoswch ychydig a rhowch gynnig arall arni.',
    FAILED: 'Aeth rhywbeth o’i le',
    BUSY: 'Mae’r gweinydd yn brysur. Rhowch gynnig arall arni mewn eiliad.',
  },
  choices: WELSH.choices,
};
