/** What other programs open us with. */
export const LINK_SCHEME = 'orrery'

const SESSION = /^session\/(ses_[A-Za-z0-9_-]{1,64})(?:\/at\/(\d{1,12}))?\/?$/

/**
 * Where an `orrery://` link leads, as the page's address has it: a session, an instant of one, the inbox
 * or the costs. `undefined` for all others: whatever a page in a browser may open us with, it only shows.
 */
export function parseLink(link: string): string | undefined {
  const [, rest] = /^orrery:\/\/([^?#]*)$/i.exec(link) ?? []
  if (rest === undefined) return undefined
  const place = rest.replace(/\/$/, '').toLowerCase()
  if (place === 'inbox' || place === 'cost') return `#/${place}`
  const [, id, seq] = SESSION.exec(rest) ?? []
  if (id === undefined) return undefined
  return seq === undefined ? `#/session/${id}` : `#/session/${id}/at/${seq}`
}

/** The first of a program's arguments that is one of our links. */
export function findLink(argv: readonly string[]): string | undefined {
  return argv.find((each) => each.toLowerCase().startsWith(`${LINK_SCHEME}://`))
}
