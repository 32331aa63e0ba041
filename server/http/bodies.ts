import type { FastifyInstance } from 'fastify';

/** JSON is the one kind of body besides files; an empty one is an empty object, and plain text is no JSON. */
export function readBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, {});
    return parse(request, body.toString(), done);
  });
}
