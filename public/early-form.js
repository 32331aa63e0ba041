// Runs while the page's scripts are still loading: asks for the form that this tab's ticket opens, as the page's own call would.
// The page takes the answer in the place of its first call, and without it calls by itself (src/sign/early-answer.ts).
(function () {
  try {
    var given = JSON.parse(sessionStorage.getItem('assent.ticket') || 'null');
    if (!given || !given.ticket || given.ending || 'assentEarlyForm' in window) return;
    var url = '/api/consent/details-by-token/' + encodeURIComponent(given.ticket);
    var cut = new AbortController();
    var answer = fetch(url, {
      headers: { authorization: 'Bearer ' + given.ticket },
      credentials: 'omit',
      cache: 'no-store',
      signal: cut.signal,
    });
    answer.catch(function () {});
    window.assentEarlyForm = { url: url, answer: answer, cut: cut };
  } catch {
    // Storage that is refused, or a browser without one of these: the page calls by itself.
  }
})();
