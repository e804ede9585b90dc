import { countSeverities, tellSubject, tellVerdict } from '#shared/code-review/format-review.ts'
import type { ChangedBy } from '#shared/events/file.ts'
import type { EventFor } from '#shared/events/index.ts'
import type { MissingServer } from '#shared/events/tool.ts'
import type { Outcome } from '#shared/events/value.ts'
import { formatMissingServers } from '#shared/format/format-missing-servers.ts'
import type { Lane } from '#shared/projections/lanes.ts'
import type { Span } from '#shared/projections/spans.ts'
import { formatCount } from '../command-line/format-output.ts'

export type Tone = 'plain' | 'quiet' | 'said' | 'edit' | 'good' | 'bad' | 'asks'

/** What a failed call says that is made again: what to do is done already, so only what happened. */
export function againOf(error: string, retryInMs: number): string {
  const [happened = error] = error.split(/(?<=\.) (?=[A-Z])/, 1)
  return `${happened} Trying again in ${seconds(retryInMs)}.`
}

function seconds(ms: number): string {
  return ms < 1000 ? 'a moment' : `${Math.round(ms / 1000)} s`
}

/** `edits a.ts +1 −2`, and who, where it was nobody of the run. */
export function changeOf({ data }: EventFor<'file.changed'>): string {
  const verb = data.before === null ? 'adds' : data.after === null ? 'deletes' : 'edits'
  const change = `${verb} ${data.path} +${data.added} −${data.removed}`
  return `${changerOf(data.by)}${change}`
}

function changerOf({ type, session }: ChangedBy): string {
  if (session?.author === 'person') return `a person in session “${session.title}” `
  if (session) return `session “${session.title}” `
  return changers[type]
}

const changers: Readonly<Record<ChangedBy['type'], string>> = {
  call: '',
  person: 'a person ',
  session: 'another session ',
  unknown: 'somebody else ',
}

/** What is kept of a conversation that was summed up: of the run's own making, and of no project. */
const HISTORY = '/conversation_history/'

/** Whether a change is one of those that a run is told of. */
export function isTold({ data }: EventFor<'file.changed'>): boolean {
  return !data.path.startsWith(HISTORY)
}

/** What was said of a call, with its reason. */
export function decisionOf({ data }: EventFor<'approval.decided'>): string {
  const said = { approve: 'approved', edit: 'edited', reject: 'rejected', respond: 'answered' }
  return `${said[data.decision]}${data.message ? `: ${data.message}` : ''}`
}

const ends: Readonly<Record<Outcome, string>> = {
  ok: 'is done',
  error: 'failed',
  denied: 'was not allowed',
  cancelled: 'was cancelled',
  stopped: 'was stopped by a limit',
  interrupted: 'was interrupted',
}

/** How something ended, as the end of a sentence. */
export function endOf(outcome: Outcome): string {
  return ends[outcome]
}

/** How an end is drawn. */
export function toneOf(outcome: Outcome): Tone {
  return outcome === 'ok' ? 'good' : 'bad'
}

/** What is reviewed, and how much of it there is. */
export function reviewOf({ data: { subject, files } }: EventFor<'review.started'>): string {
  return `reviews ${tellSubject(subject)}: ${formatCount(files.length, 'file')}`
}

/** What a review came to. */
export function submissionOf(
  submitted: EventFor<'review.submitted'>['data'],
  isOfNothing: boolean,
): string {
  const { by, recommendation, comments } = submitted
  const who = by === 'host' ? 'Orrery submits what was found' : 'submits'
  const verdict = tellVerdict({ recommendation, isOfNothing })
  const counts = countSeverities(comments).map(({ severity, count }) => `${count} ${severity}`)
  return `${who}: ${[verdict, ...counts].join(', ')}`
}

/** What there is to read of a text in a line. */
export function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? ''
}

/** Variables that a failed command named and isn't given. */
export function formatWithheld(names: readonly string[]): string {
  const command = `orrery settings environment.allow ${names.join(',')}`
  return `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} withheld. Allow with: ${command}`
}

/** Says how to trust servers that wait for it. */
export function formatMissing(servers: readonly MissingServer[]): string {
  const hint = servers.some(({ why }) => why === 'untrusted') ? '; see orrery trust' : ''
  return `runs ${formatMissingServers(servers)}${hint}`
}

/** The current activity of a lane. */
export interface Doing {
  readonly lane: string
  readonly laneIndex: number
  readonly title: string
  readonly since: number
}

/** Whether an agent is at it, or comes back to it: a failed attempt that is made again. */
export function goesOn(span: Span): boolean {
  return span.endedAt === undefined || (span.type === 'model' && span.retryInMs !== undefined)
}

/** Returns the current activity of a lane, or what it waits for. `span` is its latest. */
export function toDoing(
  lane: Lane | undefined,
  span: Span | undefined,
): Pick<Doing, 'title' | 'since'> | undefined {
  if (lane?.rest) {
    const { reason, from } = lane.rest
    return reason === 'queued' ? { title: 'waits for a place', since: from } : undefined
  }
  if (!span) return undefined
  if (span.endedAt !== undefined) return { title: 'waits to try again', since: span.endedAt }
  if (span.type === 'wait') return { title: `waits for you: ${span.title}`, since: span.startedAt }
  return { title: span.type === 'model' ? 'thinks' : span.title, since: span.startedAt }
}
