/** When the databases of tests began with the rules of witnesses and of children below 13: most tests run before, by their clock. */
export const NEW_RULES_SINCE = '2026-11-28T00:00:00.000Z';
