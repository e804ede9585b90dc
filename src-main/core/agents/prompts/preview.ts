import type { ContextPart, ContextPreview } from '#shared/contract/procedures/context.ts'
import type { ModelRef } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { tokensIn } from '#shared/pricing/pricing.ts'
import { pinsOf } from '#shared/projections/pins.ts'
import { findModel } from '../../providers/registry/choose-model.ts'
import type { Providers } from '../../providers/registry/providers.ts'
import { getProject, getSession } from '../../sessions/session-rows.ts'
import type { LiveStates } from '../../store/events/live-states.ts'
import type { Store } from '../../store/store.ts'
import { readTrustedSettings } from '../../trust/trusted-settings.ts'
import { findTypesOn } from '../subagents/delegates.ts'
import { findSubagentModel } from '../subagents/subagent-model.ts'
import type { SubagentType } from '../subagents/subagent-type.ts'
import { type PromptPart, wholePart } from './part.ts'
import { loadPin } from './pinned.ts'
import { leadParts, subagentParts } from './prompt.ts'
import { readPromptSources } from './prompt-sources.ts'
import { agentOf } from './read-thread.ts'
import { measureThread, type ThreadPlace } from './thread-parts.ts'

interface PreviewParts {
  readonly store: Store
  readonly states: LiveStates
  readonly providers: Providers
  readonly resourcesDir: string
  readonly homeDir?: string | undefined
}

/** Of a session, or of a new one in a project; of the lead, or of a subagent type. */
interface PreviewAsked {
  readonly sessionId?: SessionId
  readonly projectId?: ProjectId
  readonly agent: string
}

/** What the next prompt will be made of, by what makes it. Nothing is run or written. */
export async function previewContext(
  parts: PreviewParts,
  asked: PreviewAsked,
): Promise<ContextPreview> {
  const place = findPlace(parts.store, asked)
  const model = await findOwnModel(parts, place)
  const [sources, { stopped, on }] = await Promise.all([
    readPromptSources({ ...parts, ...place }),
    findTypesOn({ ...parts, ...place }),
  ])
  const types = stopped ? [] : await availableOf(parts, on, model)
  await parts.providers.learnSecrets()
  const made =
    asked.agent === 'lead'
      ? [...leadParts(sources, types), ...(model ? await readModelPart(model) : [])]
      : subagentParts(getType(on, asked.agent), sources, types)
  const told = made.map((part) => measure(part, parts.providers))
  const all = asked.agent === 'lead' ? [...told, ...(await partsOfThread(parts, place))] : told
  return { agent: asked.agent, parts: all, tokens: all.reduce((sum, one) => sum + one.tokens, 0) }
}

async function partsOfThread(
  { store, states }: PreviewParts,
  place: ThreadPlace,
): Promise<readonly ContextPart[]> {
  const { sessionId } = place
  if (!sessionId) return measureThread(store, place, [])
  const { pins } = (await states.load(sessionId)).states
  const held = pinsOf(pins, agentOf(store, { sessionId })).map((pin) => loadPin(store, pin))
  return measureThread(store, place, held)
}

interface Place {
  readonly sessionId?: SessionId | undefined
  readonly projectId: ProjectId
  readonly root: string
}

function findPlace(store: Store, { sessionId, projectId }: PreviewAsked): Place {
  if (sessionId) {
    const session = getSession(store, sessionId)
    return { sessionId, projectId: session.projectId, root: session.root }
  }
  if (!projectId) throw new AppError('invalid-input', 'Name a session or a project.')
  return { projectId, root: getProject(store, projectId).path }
}

/** `undefined`: none is chosen yet, or what is chosen can't be had. */
async function findOwnModel(
  { store, states, providers }: PreviewParts,
  { sessionId, projectId, root }: Place,
): Promise<ModelRef | undefined> {
  const own = sessionId && (await states.load(sessionId)).states.status.model
  if (own) return own
  try {
    const project = await readTrustedSettings(store, { projectId, root })
    return await findModel(providers, { project, person: store.settings.read() })
  } catch (error) {
    if (AppError.is(error)) return undefined
    throw error
  }
}

/** Those whose model can be had, as far as is known without asking for it. */
async function availableOf(
  { providers }: PreviewParts,
  types: readonly SubagentType[],
  model: ModelRef | undefined,
): Promise<readonly SubagentType[]> {
  if (!model) return types
  const isReady = async (type: SubagentType) => {
    try {
      const ref = await findSubagentModel(type, model, providers)
      if (ref !== model) await providers.checkReady(ref)
      return true
    } catch (error) {
      if (AppError.is(error)) return false
      throw error
    }
  }
  const ready = await Promise.all(types.map(isReady))
  return types.filter((_, index) => ready[index])
}

function getType(types: readonly SubagentType[], name: string): SubagentType {
  const found = types.find((type) => type.name === name)
  if (found) return found
  const names = ['lead', ...types.map((type) => type.name)].join(', ')
  throw new AppError('not-found', `There is no agent "${name}" that is on. There are ${names}.`)
}

function measure(part: PromptPart, { secrets }: Providers): ContextPart {
  const text = secrets.redact(part.text)
  return { ...part, text, tokens: tokensIn(text) }
}

/** Providers whose models deepagents has a prompt for. It is loaded only for these. */
const ADDRESSED: ReadonlySet<string> = new Set(['anthropic', 'openai'])

/** Reads what deepagents adds to the lead's prompt for some models. */
async function readModelPart({ provider, model }: ModelRef): Promise<readonly PromptPart[]> {
  if (!ADDRESSED.has(provider)) return []
  const { getHarnessProfile } = await import('deepagents')
  const text = getHarnessProfile(`${provider}:${model}`)?.systemPromptSuffix
  return text ? [wholePart('model', `For ${model}, by deepagents`, text)] : []
}
