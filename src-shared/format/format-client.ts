import type { ClientName } from '../events/value.ts'

/** Completes a sentence such as "Approved …". */
export function formatClient({ type, command }: ClientName): string {
  if (type === 'window') return 'in the window'
  if (type === 'api') return 'through the API'
  return command === undefined ? 'with orrery' : `with orrery ${command}`
}

/** Tells the person who decided. Follows "Approved" or another participle. */
export function formatDecider(by: 'person' | 'host' | undefined, client?: ClientName): string {
  if (by === 'host') return 'automatically because no one could be asked'
  return client && client.type !== 'window' ? `by you ${formatClient(client)}` : 'by you'
}
