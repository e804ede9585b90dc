const PLAIN_ICON = './favicon.svg'
const WAITING_ICON = './favicon-waiting.svg'

/** Has the window's title, its icon and the app's badge say how much waits for a person, as the inbox counts. */
export function showCount(waiting: number): void {
  document.title = waiting > 0 ? `(${waiting}) Orrery` : 'Orrery'
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon) icon.href = waiting > 0 ? WAITING_ICON : PLAIN_ICON
  // There is a badge only where the page is an app of its own.
  if ('setAppBadge' in navigator) void navigator.setAppBadge(waiting).catch(() => undefined)
}
