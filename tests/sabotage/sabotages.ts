/**
 * One control taken away: in `file` the text `from` becomes `to`. The test named `test` in `suite` must then fail; a control whose
 * removal turns no test red is not a control.
 */
export type Sabotage = { name: string; file: string; from: string; to: string; suite: string; test: string };

export const SABOTAGES: readonly Sabotage[] = [
  {
    name: 'the organisation is left out where a patient is looked up',
    file: 'server/data/patients.ts',
    from: `const all = db.selectFrom('patients').where('organisation_id', '=', organisationId);`,
    to: `const all = db.selectFrom('patients').where('organisation_id', 'is not', null);
  void organisationId;`,
    suite: 'tests/server/other-organisations.test.ts',
    test: 'another organisation’s ids answer like ids that do not exist, in every call, and nothing of it changes',
  },
  {
    name: 'any six digits are a right code',
    file: 'server/work/second-factor.ts',
    from: `return found.valid && 'timeStep' in found ? found.timeStep : undefined;`,
    to: `return 'timeStep' in found ? found.timeStep : Math.floor(now / 30_000);`,
    suite: 'tests/server/two-factor.test.ts',
    test: 'a code needs the right password, and a password the right code; both are told alike',
  },
  {
    name: 'a code that was used works again',
    file: 'server/data/second-factors.ts',
    from: `    .where((or) => or.or([or('last_step', 'is', null), or('last_step', '<', step)]))
`,
    to: '',
    suite: 'tests/server/two-factor.test.ts',
    test: 'a code works once, also when fifty bring it at once',
  },
  {
    name: 'wrong codes are not counted',
    file: 'server/policies/tries.ts',
    from: 'if (hits > most) throw',
    to: 'if (hits > most * 1000) throw',
    suite: 'tests/server/two-factor.test.ts',
    test: 'five wrong codes lock the account for a quarter of an hour, the right one too, and nobody else',
  },
  {
    name: 'whatever a handler returns leaves the server',
    file: 'server/http/serve.ts',
    from: "entry.answer === 'file' ? body : v.parse(entry.output, body)",
    to: 'body',
    suite: 'tests/server/output.test.ts',
    test: 'an answer holds what the contract names and nothing else',
  },
  {
    name: 'permissions are not looked at',
    file: 'server/http/admit.ts',
    from: `access.includes('signedIn') ||`,
    to: 'access.length > 0 ||',
    suite: 'tests/server/matrix.test.ts',
    test: 'CLI: CLINICIAN reaches what the table says',
  },
  {
    name: 'a half-registered person reaches everything',
    file: 'server/http/admit.ts',
    from: `if (access.includes('registering')) return found;`,
    to: 'return found;',
    suite: 'tests/server/registration.test.ts',
    test: 'until it is finished, a registration reaches its own calls and no others',
  },
  {
    name: 'a ticket reaches any version',
    file: 'server/http/admit.ts',
    from: `if (named !== undefined && named !== actor.consentId) throw new Refused('FORBIDDEN');`,
    to: 'void named;',
    suite: 'tests/server/tickets.test.ts',
    test: 'every call for tickets refuses another version, and another role',
  },
  {
    name: 'the digest of what was shown is not compared',
    file: 'server/work/sign.ts',
    from: 'if (!isAsShown || given.statement',
    to: 'if (given.statement',
    suite: 'tests/server/signing.test.ts',
    test: 'what the patient answers on the tablet changes the digest, and a signature over the old one is refused',
  },
  {
    name: 'an altered file passes for the sealed one',
    file: 'server/work/verify.ts',
    from: `if (consent !== undefined && seal.state !== 'ALTERED')`,
    to: `if (consent !== undefined || seal.state === 'ALTERED')`,
    suite: 'tests/server/verify.test.ts',
    test: 'one flipped bit anywhere makes it altered, or no document of ours, and never authentic',
  },
  {
    name: 'people approve themselves',
    file: 'server/work/authorise.ts',
    from: `if (person.id === actor.userId) throw new Refused('OWN_ACCOUNT');`,
    to: 'void actor;',
    suite: 'tests/server/people.test.ts',
    test: 'nobody decides about their own account',
  },
  {
    name: 'who is suspended stays signed in',
    file: 'server/http/actor.ts',
    from: 'if (row === undefined || !SIGNED_IN.includes(row.status)) return undefined;',
    to: 'if (row === undefined) return undefined;',
    suite: 'tests/server/sessions.test.ts',
    test: 'a user who is suspended or whose access has run out is out at once, also in the middle of a session',
  },
  {
    name: 'the same key takes effect again',
    file: 'server/http/idempotency.ts',
    from: 'const first = keyed === undefined ? undefined : await claim(sql, keyed);',
    to: 'const first = undefined;',
    suite: 'tests/server/once.test.ts',
    test: 'the same key and body again gives the first answer again, and makes nothing',
  },
  {
    name: 'an export may hold formulas',
    file: 'domain/csv.ts',
    from: "FORMULA.test(text) ? `'${text}` : text",
    to: 'FORMULA.test(text) ? text : text',
    suite: 'tests/server/security-log.test.ts',
    test: 'an export is the same as a file of CSV in which no cell can be read as a formula',
  },
  {
    name: 'an unknown address is told',
    file: 'server/work/sign-in.ts',
    from: '  if (!isRight || user === undefined) {',
    to: `  if (user === undefined) throw new Refused('NOT_FOUND');
  if (!isRight) {`,
    suite: 'tests/server/sessions.test.ts',
    test: 'a wrong password and an unknown address are told alike',
  },
  {
    name: 'a role may be given more than its editor holds',
    file: 'domain/roles.ts',
    from: 'return isAdministrator ? [] :',
    to: 'return isAdministrator || held.length > 0 ? [] :',
    suite: 'tests/server/role-grants.test.ts',
    test: 'nobody puts into a role what they do not hold; an administrator anything',
  },
];
