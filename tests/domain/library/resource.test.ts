import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Resource } from '#domain/library/procedure.ts';

const faultOf = (url: string) => {
  const read = v.safeParse(Resource, { title: 'Leaflet', url });
  return read.success ? null : read.issues[0].message;
};

test.each([
  'https://nhs.uk',
  'https://nhs.uk/x',
  'https://www.nhs.uk/a?b=c#d',
  'https://10.nhs.uk/x',
  'https://xn--krankenhaus-kln-vvb.de',
])('the leaflet %s is reached', (url) => {
  expect(faultOf(url)).toBeNull();
});

test.each([
  ['http://nhs.uk/x', 'The Address must start with https://'],
  ['javascript:alert(1)', 'The Address must start with https://'],
  ['ftp://nhs.uk', 'The Address must start with https://'],
  ['https://', 'The Address must be a web address'],
])('the leaflet %s is refused: %s', (url, fault) => {
  expect(faultOf(url)).toBe(fault);
});

test.each([
  // Somebody's name, or the look of another site before the @.
  'https://user:pw@nhs.uk/x',
  'https://user@nhs.uk/x',
  'https://nhs.uk@evil.example/x',
  'https://:pw@nhs.uk',
  // Ports.
  'https://nhs.uk:443/x',
  'https://nhs.uk:8443/x',
  'https://nhs.uk:/x',
  // Numbers of networks, private ones among them, however they are written.
  ...'127.0.0.1 10.0.0.1 172.16.5.4 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 8.8.8.8 127.1 0x7f.0.0.1 0177.0.0.1 2130706433 0x7f000001'
    .split(' ')
    .map((host) => `https://${host}/x`),
  ...'[::1] [fd00::1] [fe80::1] [::ffff:127.0.0.1]'.split(' ').map((host) => `https://${host}/x`),
  // Names of this network alone.
  'https://localhost/x',
  'https://intranet/x',
  // A browser reads another host here than an eye does.
  'https:///nhs.uk',
  'https:\\\\nhs.uk',
  'https://evil.example\\@nhs.uk',
])('the leaflet %s is refused: it is no public site by its name', (url) => {
  expect(faultOf(url)).not.toBeNull();
});
