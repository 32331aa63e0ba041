import { afterAll, expect, test } from 'vitest';
import { printFigure } from '#tests/support/checks/figures.ts';
import { unfitness } from '#server/outside/seal/fitness.ts';
import { makeCertificate } from '#tests/support/files/certificates.ts';

const use = (last: number) => `1.3.6.1.5.5.7.3.${last}`;
const [SERVER, CLIENT, CODE, MAIL, STAMPS, REVOCATION, DOCUMENTS] = [use(1), use(2), use(3), use(4), use(8), use(9), use(36)];
const [SIGNS, ENCRYPTS, AGREES, NAMES] = [0x80, 0x20, 0x08, 0x04];
const NOT_REPUDIATED = 0x40;
const root = makeCertificate({ name: 'Demo root' });

type Leaf = Omit<Parameters<typeof makeCertificate>[0], 'name'>;
const sentenceOf = (leaf: Leaf, chain = [leaf.issuer ?? root]) =>
  unfitness({
    leaf: makeCertificate({ name: 'Demo seal', issuer: root, isCa: false, ...leaf }).der,
    chain: chain.map(({ der }) => der),
  });
const isFor = (what: string) =>
  `The certificate in SEAL_P12 is for ${what}, not for sealing documents. Ask for one with document signing.`;
const WEAK = 'The key in SEAL_P12 is too weak.';
const lacks = (issuer: string) =>
  `SEAL_P12 lacks ${issuer}. Export it with its whole chain, or name the missing ones in SEAL_CHAIN.`;

const small = makeCertificate({ name: 'Small root', key: { rsa: 1024 } });
const between = makeCertificate({ name: 'Demo authority', issuer: root, isCa: true });
const shaOne = makeCertificate({ name: 'Old authority', issuer: root, isCa: true, hash: 'sha1' });

const noAuthority = makeCertificate({ name: 'Old root of version 1', isCa: false });
const mayNotIssue = (name: string) =>
  `${name} in SEAL_P12 may not issue certificates, so nobody can rely on the seals. Ask for a certificate of an authority that may.`;
const leafOfNoAuthority = makeCertificate({ name: 'A leaf', issuer: root, isCa: false });

const judged = { unfit: 0, fit: 0 };
afterAll(() => printFigure(`keys to seal with: ${JSON.stringify(judged)}`));

test.each<[string, () => string | undefined, string]>([
  ['for web servers', () => sentenceOf({ uses: [SERVER, CLIENT] }), isFor('web servers')],
  ['for signing in alone', () => sentenceOf({ uses: [CLIENT] }), isFor('signing in')],
  ['for programs', () => sentenceOf({ uses: [CODE] }), isFor('signing programs')],
  ['for time stamps', () => sentenceOf({ uses: [STAMPS] }), isFor('time stamps')],
  ['for answers about revocation', () => sentenceOf({ uses: [REVOCATION] }), isFor('answers about revocation')],
  ['that of an authority', () => sentenceOf({ isCa: true }), isFor('issuing certificates')],
  ['for encryption', () => sentenceOf({ keyUsage: ENCRYPTS }), isFor('encryption')],
  ['for agreeing on keys', () => sentenceOf({ keyUsage: AGREES }), isFor('encryption')],
  ['for something else', () => sentenceOf({ keyUsage: NAMES }), isFor('another use')],
  ['RSA with 1,024 bits', () => sentenceOf({ key: { rsa: 1024 } }), WEAK],
  ['on an unusual curve', () => sentenceOf({ key: { curve: 'secp256k1' } }), WEAK],
  ['signed over SHA-1', () => sentenceOf({ hash: 'sha1' }), WEAK],
  ['under an authority that is signed over SHA-1', () => sentenceOf({ issuer: shaOne }, [shaOne, root]), WEAK],
  ['under an authority with a small key', () => sentenceOf({ issuer: small }), WEAK],
  ['without its authority', () => sentenceOf({ issuer: between }, []), lacks('Demo authority')],
  ['under a root that may not issue', () => sentenceOf({ issuer: noAuthority }), mayNotIssue('Old root of version 1')],
  ['under another leaf', () => sentenceOf({ issuer: leafOfNoAuthority }, [leafOfNoAuthority, root]), mayNotIssue('A leaf')],
  ['without its root', () => sentenceOf({ issuer: between }, [between]), lacks('Demo root')],
])('a key that is %s is not fit', (_, found, sentence) => {
  expect(found()).toBe(sentence);
  judged.unfit += 1;
});

test.each<[string, () => string | undefined]>([
  ['without any usage', () => sentenceOf({})],
  ['for documents', () => sentenceOf({ uses: [DOCUMENTS], keyUsage: SIGNS })],
  ['for mail and signing in', () => sentenceOf({ uses: [MAIL, CLIENT], keyUsage: NOT_REPUDIATED })],
  ['RSA with 2,048 bits', () => sentenceOf({ key: { rsa: 2048 } })],
  ['on P-521', () => sentenceOf({ key: { curve: 'secp521r1' } })],
  ['under two authorities', () => sentenceOf({ issuer: between }, [between, root])],
  [
    'under a root that signed itself over SHA-1, as nobody relies on that signature',
    () => {
      const old = makeCertificate({ name: 'Old root', hash: 'sha1' });
      return sentenceOf({ issuer: old }, [old]);
    },
  ],
  ['its own authority', () => unfitness({ leaf: makeCertificate({ name: 'Alone', isCa: false }).der, chain: [] })],
])('a key that is %s is fit', (_, found) => {
  expect(found()).toBeUndefined();
  judged.fit += 1;
});
