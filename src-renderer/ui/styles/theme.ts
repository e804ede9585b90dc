import type { Theme } from '#shared/settings/settings.ts'

/** Calls back whenever the theme may have changed; answers what ends that. */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'data-contrast'],
  })
  return () => observer.disconnect()
}

/** Draws the window in a theme, and remembers it for the next start's first frame (`public/theme.js`). */
export function applyTheme(theme: Theme): void {
  localStorage.setItem('orrery.theme', theme)
  window.dispatchEvent(new Event('orrery:theme'))
}
