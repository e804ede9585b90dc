import { hasFiles, isOverTextField } from './dropped-items.ts'

/**
 * Keeps a browser from leaving the page for a file or a link that is dropped where nothing handles it.
 * Text can still be dropped into fields. Returns a function that stops it.
 */
export function preventDropNavigation(): () => void {
  const left = new AbortController()
  const prevent = (event: DragEvent) => {
    if (event.defaultPrevented || (!hasFiles(event) && isOverTextField(event))) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
  }
  window.addEventListener('dragover', prevent, { signal: left.signal })
  window.addEventListener('drop', prevent, { signal: left.signal })
  return () => left.abort()
}
