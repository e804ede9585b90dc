import { z } from 'zod'
import type { AllowRule } from '#shared/events/approval.ts'
import type { StoredJson } from '#shared/events/value.ts'
import { JsonObject } from '#shared/json/marked-json.ts'
import type { TextKind } from '#shared/lib/invisible-characters.ts'
import { parseJson } from '#shared/lib/json.ts'
import { takeStart } from '#shared/lib/truncate-text.ts'
import { formatServerClaims } from '#shared/mcp/mcp-claims.ts'
import { type Decision, ModelName } from '#shared/settings/settings.ts'
import { toLine } from '../command-line/format-output.ts'
import type { Answer, Requested } from './approver.ts'

/** What an answer leads to. */
export type Step =
  | { readonly type: 'answer'; readonly answer: Answer }
  | { readonly type: 'always'; readonly scope: AllowRule['scope'] }
  /** Something more is to be asked. */
  | { readonly type: 'more'; readonly question: Question }
  | { readonly type: 'again'; readonly why: string }

export interface Question {
  /** Ends where the answer begins. */
  readonly keys: string
  readonly read: (answer: string) => Step
}

/** What a request is put as at a terminal. */
export interface Asked extends Question {
  /** What it is about, before the first question. */
  readonly what: string
  readonly kind: TextKind
}

/** More than all claims and the longest title that is read. */
const CLAIMS_CHARS = 300

/** An agent's question, a budget's, or a call's. */
export function toAsked(data: Requested['data']): Asked {
  const { type, title, args, risk, rule, serverClaims, definitionChange = [] } = data
  if (type === 'question') return toAnswering(data)
  if (type === 'budget') return { what: `${title}\n${risk}\n`, kind: 'code', ...MONEY }
  const claims = serverClaims ? `${toLine(formatServerClaims(serverClaims), CLAIMS_CHARS)}\n` : ''
  const changed = definitionChange.length === 0 ? '' : `${definitionChange.join('\n')}\n`
  const what = `${title}\n${textOf(args)}\n${risk}\n${claims}Rule: ${rule}\n${changed}`
  return { what, kind: 'command', ...toApproving(data) }
}

const Questioned = z.object({
  question: z.string(),
  options: z.array(z.string()).default([]).catch([]),
})

function toAnswering({ title, args }: Requested['data']): Asked {
  const known = Questioned.safeParse(jsonOf(args))
  const { question, options } = known.data ?? { question: title, options: [] }
  const lines = options.map((option, index) => `  ${index + 1} ${option}\n`)
  return {
    what: `${question}\n${lines.join('')}`,
    kind: 'prose',
    keys: options.length > 0 ? 'A number, or your own words:' : 'Your answer:',
    read: (answer) => {
      const message = options[Number(answer) - 1] ?? answer
      return message === '' ? rejected() : decided({ decision: 'respond', message })
    },
  }
}

const MONEY: Question = {
  keys: 'Raise it? [y]es, another amount such as 2.50, a cheaper PROVIDER:MODEL, or [n]o to end the run:',
  read: (answer) => {
    if (YES.test(answer)) return decided({ decision: 'approve' })
    if (NO.test(answer)) return rejected()
    const usd = Number(answer.replace(/^\$/, ''))
    if (usd > 0) return decided({ decision: 'edit', args: { raise_to_usd: usd } })
    const model = ModelName.safeParse(answer)
    if (model.success) return decided({ decision: 'edit', args: { go_on_with: model.data } })
    return { type: 'again', why: `"${answer}" is neither an amount nor a model.` }
  },
}

/** Offers only the decisions that the request allows, and takes no other. */
function toApproving({ args, allowedDecisions, acceptsRule }: Requested['data']): Question {
  const can = (decision: Decision) => allowedDecisions.includes(decision)
  const offered = [
    can('approve') && '[y]es',
    can('edit') && '[e]dit',
    acceptsRule && '[a]lways in this session, always in this [p]roject',
    can('reject') ? '[n]o, or why not' : can('respond') && 'what to answer in its place',
  ].filter((one) => one !== false)
  const read = (answer: string): Step => {
    const scope = SCOPES[answer.toLowerCase()]
    if (scope && acceptsRule) return { type: 'always', scope }
    if (YES.test(answer) && can('approve')) return decided({ decision: 'approve' })
    const isEdit = /^e(dit)?$/i.test(answer)
    if (isEdit && can('edit')) return { type: 'more', question: toEditing(jsonOf(args)) }
    if (can('reject')) return refuse(answer)
    if (can('respond') && answer) return decided({ decision: 'respond', message: answer })
    return { type: 'again', why: 'That decision is not allowed here.' }
  }
  return { keys: `${can('approve') ? 'Approve?' : 'Decide:'} ${offered.join(', ')}:`, read }
}

/** Anything but no is the reason. Letters that stand for another decision are no reason. */
function refuse(answer: string): Step {
  if (YES.test(answer) || /^[aep]$/i.test(answer)) {
    return { type: 'again', why: 'That decision is not allowed here.' }
  }
  return rejected(NO.test(answer) ? undefined : answer)
}

function jsonOf(args: StoredJson): unknown {
  return 'json' in args ? args.json : undefined
}

/** A command is written as it is, other arguments as JSON. */
function toEditing(args: unknown): Question {
  const known = JsonObject.safeParse(args).data
  if (typeof known?.['command'] === 'string') {
    const read = (command: string): Step =>
      command === ''
        ? { type: 'again', why: 'It stays as it was.' }
        : decided({ decision: 'edit', args: { ...known, command } })
    return { keys: 'Run in its place:', read }
  }
  const read = (text: string): Step => {
    const edited = JsonObject.safeParse(parseJson(text)).data
    if (edited) return decided({ decision: 'edit', args: { ...known, ...edited } })
    return {
      type: 'again',
      why: 'That is no JSON object, such as {"file_path": "/workspace/a.md"}.',
    }
  }
  return { keys: 'What to change, as JSON:', read }
}

const SCOPES: Readonly<Record<string, AllowRule['scope']>> = { a: 'session', p: 'project' }
const YES = /^y(es)?$/i
const NO = /^(no?)?$/i

function decided(answer: Omit<Answer, 'by'>): Step {
  return { type: 'answer', answer: { ...answer, by: 'person' } }
}

function rejected(message = 'The person said no.'): Step {
  return decided({ decision: 'reject', message })
}

const MAX_ARGS_CHARS = 2000

/** On one line. Says how much isn't shown: the end of a command may matter most. */
function textOf(args: StoredJson): string {
  if (!('json' in args)) return `${toLine(args.head ?? '', MAX_ARGS_CHARS)}… [the rest isn't shown]`
  const line = toLine(JSON.stringify(args.json), Number.POSITIVE_INFINITY, 'command')
  const left = line.length - MAX_ARGS_CHARS
  if (left <= 0) return line
  return `${takeStart(line, MAX_ARGS_CHARS)}… [${left} more characters aren't shown]`
}
