// Draws the window in its theme, before anything is painted: the page waits for this file.
// It keeps to what the app last remembered, and follows the system wherever that is asked for.
{
  const isLight = window.matchMedia('(prefers-color-scheme: light)')
  const isHighContrast = window.matchMedia('(prefers-contrast: more)')
  const isForced = window.matchMedia('(forced-colors: active)')

  function chosenTheme() {
    const kept = localStorage.getItem('orrery.theme')
    if (kept === 'dark' || kept === 'light' || kept === 'contrast') return kept
    return isLight.matches ? 'light' : 'dark'
  }

  function draw() {
    const { dataset } = document.documentElement
    const chosen = chosenTheme()
    dataset.theme = chosen === 'light' ? 'light' : 'dark'
    if (chosen === 'contrast' || isHighContrast.matches || isForced.matches)
      dataset.contrast = 'more'
    else delete dataset.contrast
  }

  for (const query of [isLight, isHighContrast, isForced]) query.addEventListener('change', draw)
  window.addEventListener('orrery:theme', draw)
  draw()
}
