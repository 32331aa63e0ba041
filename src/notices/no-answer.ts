/** Message when no answer came. The server may or may not have acted, so it promises nothing. */
export const NO_ANSWER = 'The server cannot be reached. Please try again in a moment.';
/** As {@link NO_ANSWER}, above a form. */
export const NO_ANSWER_TO_FORM = 'The server cannot be reached. What you typed is still here. Please try again in a moment.';
