import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ServerClaims } from '#shared/mcp/mcp-claims.ts'
import { ClaimsLine } from './approval-card.tsx'

test('a server’s claims are shown as its own words, with invisible characters made visible', () => {
  const claims: ServerClaims = { title: 'Safe\u202etool', claims: ['read-only'] }
  const shown = renderToStaticMarkup(<ClaimsLine claims={claims} />)
  expect(shown).toContain('The server calls this tool “Safe')
  expect(shown).not.toContain('\u202e')
  expect(shown).toContain('says: reads only.')
})
