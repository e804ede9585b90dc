type Theme = 'system' | 'dark' | 'light'

const KEPT = 'orrery.theme'
const isLight = window.matchMedia('(prefers-color-scheme: light)')
const isHighContrast = window.matchMedia('(prefers-contrast: more)')

/** Draws the window in a theme, and remembers it for the next start's first frame. */
export function applyTheme(theme: Theme): void {
  localStorage.setItem(KEPT, theme)
  draw()
}

/** Follows the system wherever it is asked to. */
export function followTheme(): void {
  isLight.addEventListener('change', draw)
  isHighContrast.addEventListener('change', draw)
  draw()
}

function draw(): void {
  const { dataset } = document.documentElement
  dataset.theme = chosen()
  if (isHighContrast.matches) dataset.contrast = 'more'
  else delete dataset.contrast
}

function chosen(): 'dark' | 'light' {
  const kept = localStorage.getItem(KEPT)
  if (kept === 'dark' || kept === 'light') return kept
  return isLight.matches ? 'light' : 'dark'
}
