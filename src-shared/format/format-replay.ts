import type { Redacted } from '../contract/procedures/exchange.ts'

/** What was taken out of a replay, in a sentence or two. */
export function tellRedacted({ secrets, paths, names }: Redacted): string {
  const parts = [
    ...(paths > 0 ? [`paths shortened in ${count(paths, 'place')}`] : []),
    ...(names > 0 ? [`user and computer names removed in ${count(names, 'place')}`] : []),
  ]
  const rest = parts.length > 0 ? ` ${capitalized(parts.join(', '))}.` : ''
  return `${tellSecrets(secrets)}${rest}`
}

/** Shown before an export is shared: no redaction finds everything. */
export const NOT_REDACTED =
  "Orrery can't find secrets without a recognizable name or format, secrets in images or binary files, or personal data (see docs/redaction.md). Review an export before you share it."

function tellSecrets(secrets: Redacted['secrets']): string {
  if (secrets.length === 0) return 'Nothing that looks like a secret was found.'
  const kinds = secrets.map(({ kind, count: many }) => count(many, kind)).join(', ')
  const places = secrets.reduce((sum, one) => sum + one.places, 0)
  return `Removed: ${kinds}, in ${count(places, 'place')}.`
}

/** What a replay does not hold of what its events refer to. */
export function tellLeftOut(leftOut: number): string {
  return `${count(leftOut, 'content')} left out: too large or not selected.`
}

/** What the file of a replay is called, unless a person says otherwise. */
export function replayFileName(title: string, run: number | undefined): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  return `orrery-${words || 'session'}${run === undefined ? '' : `-run-${run}`}.html`
}

function count(many: number, noun: string): string {
  return `${many} ${noun}${many === 1 ? '' : 's'}`
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
