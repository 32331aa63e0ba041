import { SingleLine } from '#domain/values/text.ts';

/** Characters of the id of a further choice [choice]. */
const CHOICE_ID_MOST = 60;
/** Characters of a further choice that a patient is asked for [choice]. */
export const CHOICE_TITLE_MOST = 300;

/** The id of a further choice. */
export const ChoiceId = SingleLine({ label: 'Choice', least: 1, most: CHOICE_ID_MOST });
