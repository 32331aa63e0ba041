// Runs first, in words that every browser understands: Internet Explorer and others that cannot run the app are shown a page that
// says so. What is asked for here came latest of all that the app needs, so a browser that has it has the rest; the last two may be
// switched off in any browser, and the page names them.
(function () {
  var canRun =
    typeof Promise === 'function' &&
    typeof fetch === 'function' &&
    'noModule' in document.createElement('script') &&
    'inert' in document.documentElement &&
    typeof Array.prototype.toSorted === 'function';
  // Without https no browser has locks: the app says that itself.
  var hasLocks = !window.isSecureContext || 'locks' in navigator;
  var missing = !canRun ? '' : !hasLocks ? '#web-locks' : typeof BroadcastChannel !== 'function' ? '#broadcast-channel' : null;
  if (missing !== null) window.location.replace('/unsupportedbrowser' + missing);
})();
