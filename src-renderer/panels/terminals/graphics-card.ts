let isThere: boolean | undefined

/**
 * Whether WebGL is drawn by a graphics card. A browser without one imitates it by the processor, for
 * which the page's own elements are less work. The first time is asked of the browser.
 */
export function hasGraphicsCard(): boolean {
  isThere ??= ask()
  return isThere
}

function ask(): boolean {
  const context = document
    .createElement('canvas')
    .getContext('webgl2', { failIfMajorPerformanceCaveat: true })
  // A page has few of them.
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
