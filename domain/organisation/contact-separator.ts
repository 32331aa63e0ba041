/** The words between the telephone number and the e-mail address of one contact. Without valibot: the signer's first script has it. */
export const CONTACT_SEPARATOR = ' or ';
