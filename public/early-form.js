// Runs while the page's scripts are still loading: asks for the form that this tab's ticket opens, or for the link of the address, as the
// page's own call would. The page takes the answer in the place of its first call, and without it calls by itself
// (src/sign/early-answer.ts).
(function () {
  try {
    var own = document.currentScript;
    var given = JSON.parse(sessionStorage.getItem('assent.ticket') || 'null');
    if ((given && (!given.ticket || given.ending)) || 'assentEarlyForm' in window) return;
    var token = given ? given.ticket : linkToken();
    if (!token) return;
    var url = '/api/consent/details-by-token/' + encodeURIComponent(token);
    var cut = new AbortController();
    var answer = fetch(url, {
      headers: given ? { authorization: 'Bearer ' + token } : {},
      credentials: 'omit',
      cache: 'no-store',
      signal: cut.signal,
    });
    answer.catch(function () {});
    window.assentEarlyForm = { url: url, answer: answer, cut: cut };
    if (!given) own.dataset.link.split(' ').forEach(preload);
    // The first formatter of a browser takes a tenth of a second on a slow tablet: constructed while the page waits, it is not waited for
    // with the pad, which shows the day.
    else if (window.requestIdleCallback) requestIdleCallback(formatDay);
  } catch {
    // Storage that is refused, or a browser without one of these: the page calls by itself.
  }

  function formatDay() {
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(0);
  }

  // A tablet that is handed over shows no links (src/sign/entry-mode.ts); without digests the page reads none.
  function linkToken() {
    var parts = /^\/(?:consent|login)\/(l_[\w-]{20,98})\/?$/.exec(location.pathname);
    return parts && crypto.subtle && !localStorage.getItem('assent.handover') ? parts[1] : null;
  }

  // The pages of links are asked for by the first script otherwise, a way to the server and back later.
  function preload(file) {
    var link = document.createElement('link');
    var isStyle = file.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    link.href = '/' + file;
    document.head.append(link);
  }
})();
