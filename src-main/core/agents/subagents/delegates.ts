import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { ModelRef, Outcome } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import type { Providers } from '../../providers/registry/providers.ts'
import { getSession } from '../../sessions/session-rows.ts'
import type { Store } from '../../store/store.ts'
import { typesOff, whatStopsDelegation } from './agent-switches.ts'
import { readCatalogue } from './catalogue.ts'
import { findSubagentModel } from './subagent-model.ts'
import type { SubagentType } from './subagent-type.ts'

/** A subagent type that can be delegated to, with its model. */
export interface Delegate {
  readonly type: SubagentType
  readonly ref: ModelRef
  readonly model: BaseChatModel
}

/** Why a delegation is not made. */
export interface Refusal {
  readonly outcome: Extract<Outcome, 'denied' | 'error'>
  readonly reason: string
}

/** Whom the agents of one run can delegate to, and why not to others. */
export interface Delegates {
  /** By name; none where delegation is switched off. */
  readonly all: readonly Delegate[]
  /** Why the model of a type can't be had, by its name. */
  readonly unavailable: ReadonlyMap<string, string>
  /** `undefined`: it may be delegated to. */
  refuse(name: unknown): Refusal | undefined
}

interface DelegatesOptions extends Omit<TypesOptions, 'projectId'> {
  readonly store: Store
  readonly providers: Providers
  readonly sessionId: SessionId
  /** The session's model, which most types inherit. */
  readonly own: { readonly ref: ModelRef; readonly model: BaseChatModel }
}

/** Before it is known whom there is. */
export const NOBODY: Delegates = {
  all: [],
  unavailable: new Map(),
  refuse: () => failed('Nobody can be delegated to yet.'),
}

/** Settles what a run can delegate to, until its end. A type whose model can't be had harms no other. */
export async function gatherDelegates(options: DelegatesOptions): Promise<Delegates> {
  const { store, sessionId } = options
  const { projectId } = getSession(store, sessionId)
  const { stopped, off, on } = await findTypesOn({ ...options, projectId })
  if (stopped) return { ...NOBODY, refuse: () => denied(STOPPED[stopped]) }
  return toDelegates(on, options, off)
}

/** Gives each type its model. `off`: those that are not among them because a person said so. */
export async function toDelegates(
  on: readonly SubagentType[],
  options: Pick<DelegatesOptions, 'providers' | 'own'>,
  off: ReadonlySet<string> = new Set(),
): Promise<Delegates> {
  const made = await Promise.all(on.map((type) => make(type, options)))
  const all = made.flatMap((one) => ('model' in one ? [one] : []))
  const unavailable = new Map(
    made.flatMap((one) => ('why' in one ? [[one.type.name, one.why] as const] : [])),
  )
  return { all, unavailable, refuse: (name) => refuse(name, { all, off, unavailable }) }
}

interface TypesOptions {
  readonly store: Pick<Store, 'settings'>
  /** The folder of our own definitions. */
  readonly resourcesDir: string
  /** The folder of the person's definitions; their home folder by default. */
  readonly homeDir?: string | undefined
  readonly projectId: ProjectId
  /** The folder that the session works in. */
  readonly root: string
}

/** The subagent types that are on in a project, whether agents delegate there or not. */
export async function findTypesOn(options: TypesOptions) {
  const { store, projectId } = options
  const { delegation } = store.settings.read()
  const off = typesOff(delegation, projectId)
  const { types } = await readCatalogue(options)
  const on = types.filter(({ name }) => !off.has(name))
  return { stopped: whatStopsDelegation(delegation, projectId), off, on }
}

const STOPPED = {
  everywhere: 'Delegation is switched off. Do the work yourself.',
  here: 'Delegation is switched off in this project. Do the work yourself.',
} as const

type Made = Delegate | { readonly type: SubagentType; readonly why: string }

async function make(
  type: SubagentType,
  { providers, own }: Pick<DelegatesOptions, 'providers' | 'own'>,
): Promise<Made> {
  try {
    const ref = await findSubagentModel(type, own.ref, providers)
    const model = isSame(ref, own.ref) ? own.model : await providers.create(ref)
    return { type, ref, model }
  } catch (error) {
    if (AppError.is(error)) return { type, why: error.message }
    throw error
  }
}

function isSame(one: ModelRef, other: ModelRef): boolean {
  return (
    one.provider === other.provider && one.model === other.model && one.baseUrl === other.baseUrl
  )
}

interface Known {
  readonly all: readonly Delegate[]
  readonly off: ReadonlySet<string>
  readonly unavailable: ReadonlyMap<string, string>
}

function refuse(name: unknown, { all, off, unavailable }: Known): Refusal | undefined {
  if (all.some(({ type }) => type.name === name)) return undefined
  const asked = String(name)
  const others = all.map(({ type }) => type.name).join(', ')
  const instead = others ? `There are: ${others}.` : 'There is none: do the work yourself.'
  if (off.has(asked)) {
    return denied(`The subagent type "${asked}" is switched off in this project. ${instead}`)
  }
  const why = unavailable.get(asked)
  if (why !== undefined) return failed(`The model of "${asked}" can't be had. ${why} ${instead}`)
  return failed(`There is no subagent type "${asked}". ${instead}`)
}

function denied(reason: string): Refusal {
  return { outcome: 'denied', reason }
}

function failed(reason: string): Refusal {
  return { outcome: 'error', reason }
}
