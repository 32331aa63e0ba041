// Runs first, in words that every browser understands: Internet Explorer and others that cannot run the app are shown a page that
// says so. What is asked for here came latest of all that the app needs, so a browser that has it has the rest.
(function () {
  var canRun =
    typeof Promise === 'function' &&
    typeof fetch === 'function' &&
    'noModule' in document.createElement('script') &&
    'inert' in document.documentElement &&
    typeof Array.prototype.toSorted === 'function';
  if (!canRun) window.location.replace('/unsupportedbrowser');
})();
