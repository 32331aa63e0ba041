import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { policyHeader } from './headers.ts';
import { Refused } from '#server/api-error.ts';

// Mantine writes style elements at run time; the patient's page has none and takes none.
const STAFF_POLICY = policyHeader("'self' 'unsafe-inline'", 'default');
const PATIENT_POLICY = policyHeader("'self'", "'none'");

/** Serves the built page: hashed assets for a year, everything else revalidated each time, any other address the staff shell. */
export async function servePages(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    globIgnore: ['**/*.html', '**/*.br'],
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.setHeader('Cache-Control', /[/\\]assets[/\\]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
      reply.setHeader('Vary', 'Accept-Encoding');
      // A browser's own reader is a page with styles and a plug-in, and would show an empty sheet.
      if (/[/\\]forms[/\\]/.test(path)) reply.setHeader('Content-Security-Policy', "frame-ancestors 'none'");
    },
  });
  const patientPage = async (_: unknown, reply: FastifyReply) => page(reply, 'sign.html', PATIENT_POLICY);
  app.get('/consent/:token', patientPage);
  app.get('/login/:token', patientPage);
  app.get('/my-consent', patientPage);
  const tooOldPage = async (_: unknown, reply: FastifyReply) => page(reply, 'unsupportedbrowser.html', PATIENT_POLICY);
  app.get('/unsupportedbrowser', tooOldPage);
  // By their own names too: the service worker keeps them so.
  app.get('/unsupportedbrowser.html', tooOldPage);
  app.get('/sign.html', patientPage);
  app.get('/index.html', async (_, reply) => page(reply, 'index.html', STAFF_POLICY));
  app.get('/*', async (request, reply) => {
    // A missing file or an unknown call is not a page: answering with the shell would hide the mistake.
    if (/^\/(api|assets)(\/|$)/.test(request.url) || /\.[a-z0-9]{2,5}($|\?)/i.test(request.url))
      throw new Refused('NO_SUCH_CALL');
    return page(reply, 'index.html', STAFF_POLICY);
  });
}

function page(reply: FastifyReply, name: string, contentPolicy: string): FastifyReply {
  return reply.header('Content-Security-Policy', contentPolicy).header('Cache-Control', 'no-cache').sendFile(name);
}
