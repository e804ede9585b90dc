/** Calls back whenever the theme may have changed; answers what ends that. */
export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'data-contrast'],
  })
  return () => observer.disconnect()
}
