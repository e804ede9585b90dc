// Draws the window in its theme, before anything is painted: the page waits for this file.
// It keeps to what the app last remembered, and follows the system wherever that is asked for.
{
  const isLight = window.matchMedia('(prefers-color-scheme: light)')
  const isHighContrast = window.matchMedia('(prefers-contrast: more)')

  function chosenTheme() {
    const kept = localStorage.getItem('orrery.theme')
    if (kept === 'dark' || kept === 'light') return kept
    return isLight.matches ? 'light' : 'dark'
  }

  function draw() {
    const { dataset } = document.documentElement
    dataset.theme = chosenTheme()
    if (isHighContrast.matches) dataset.contrast = 'more'
    else delete dataset.contrast
  }

  isLight.addEventListener('change', draw)
  isHighContrast.addEventListener('change', draw)
  window.addEventListener('orrery:theme', draw)
  draw()
}
