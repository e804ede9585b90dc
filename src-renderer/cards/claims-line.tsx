import { showInvisible } from '#shared/lib/invisible-characters.ts'
import { formatServerClaims, type ServerClaims } from '#shared/mcp-claims.ts'
import styles from './card.module.css'

/** What the server of an MCP tool says about it: its own words, which no one has checked. */
export function ClaimsLine({ claims }: { readonly claims: ServerClaims }) {
  return <p className={styles.risk}>{showInvisible(formatServerClaims(claims), 'name')}</p>
}
