import { formatServerClaims, type ServerClaims } from '#shared/mcp-claims.ts'
import { toVisible } from '../ui/visible-text.ts'
import styles from './card.module.css'

/** What the server of an MCP tool says about it: its own words, which no one has checked. */
export function ClaimsLine({ claims }: { readonly claims: ServerClaims }) {
  return <p className={styles.risk}>{toVisible(formatServerClaims(claims))}</p>
}
