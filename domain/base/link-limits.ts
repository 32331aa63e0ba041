/** Wrong answers in the life of a link that lock it (forms.md section 7). */
export const LINK_TRIES = 5;
/** New links for one signer in 24 hours [choice]. */
export const LINKS_A_DAY = 5;
