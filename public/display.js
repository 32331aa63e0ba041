// Runs before the first paint, so that a dark ward is not lit by a white flash: an inline script would need a hole in
// the content security policy. Reads what src/ui/display-settings.ts writes; whatever fails, the page starts light.
(function () {
  var root = document.documentElement;
  var settings = {};
  try {
    settings = JSON.parse(localStorage.getItem('assent.display')) || {};
  } catch {
    settings = {};
  }
  var night = settings.scheme === 'dark' || (settings.scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', night ? 'dark' : 'light');
  root.setAttribute('data-type', settings.type === 'large' || settings.type === 'larger' ? settings.type : 'normal');
})();
