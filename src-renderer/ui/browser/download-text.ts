/** Has the browser save a file; its name may be changed by the person. */
export function saveText(name: string, content: string | readonly string[], type: string): void {
  const link = document.createElement('a')
  const parts = typeof content === 'string' ? [content] : [...content]
  link.href = URL.createObjectURL(new Blob(parts, { type }))
  link.download = name
  link.click()
  // The address may go once the browser has taken what it leads to.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
