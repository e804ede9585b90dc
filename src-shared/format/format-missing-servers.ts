import type { MissingServer } from '../events/tool.ts'

const words: Readonly<Record<MissingServer['why'], string>> = {
  untrusted: 'not trusted',
  failed: 'failed',
  'sign-in': 'needs a sign-in',
  connecting: 'still connecting',
  malformed: 'invalid',
}

/** Formats the MCP servers that a run goes without as one line. */
export function formatMissingServers(servers: readonly MissingServer[]): string {
  const named = servers.map(({ name, why, error }) => {
    const isExplained = why === 'failed' || why === 'malformed' || why === 'untrusted'
    const reason = isExplained && error ? `${words[why]}: ${error.replace(/\.$/, '')}` : words[why]
    return `${name} (${reason})`
  })
  return `without MCP ${servers.length === 1 ? 'server' : 'servers'} ${named.join(', ')}`
}
