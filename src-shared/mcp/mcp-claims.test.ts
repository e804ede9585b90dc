import { expect, test } from 'vitest'
import { formatServerClaims } from './mcp-claims.ts'

test('every claim is attributed to the server', () => {
  expect(formatServerClaims({ claims: ['read-only'] })).toBe('The server says: reads only.')
  expect(formatServerClaims({ title: 'Delete all', claims: [] })).toBe(
    'The server calls this tool “Delete all”.',
  )
  expect(formatServerClaims({ title: 'Delete all', claims: ['destructive', 'open-world'] })).toBe(
    'The server calls this tool “Delete all” and says: may delete or overwrite data, reaches other systems.',
  )
})
