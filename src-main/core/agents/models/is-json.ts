/** Whether a text is one whole JSON value: what was cut off is none. */
export function isJson(text = ''): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
