import type { Theme } from '#shared/settings.ts'

/** Draws the window in a theme, and remembers it for the next start's first frame (`public/theme.js`). */
export function applyTheme(theme: Theme): void {
  localStorage.setItem('orrery.theme', theme)
  window.dispatchEvent(new Event('orrery:theme'))
}
