import type { ModelRef } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { ModelName, splitModelName } from '#shared/settings/settings.ts'
import { providers as definitions } from '../../providers/definitions/index.ts'
import type { Providers } from '../../providers/registry/providers.ts'
import type { SubagentType } from './subagent-type.ts'

/** The session's own. */
const INHERIT = 'inherit'

/** What definitions from elsewhere call a small, a middle and a large model. */
const sizes: Readonly<Record<string, number>> = { haiku: 0, sonnet: 0.5, opus: 1 }

/** The model a definition asks for, before it is known what a session has. */
interface ModelAsked {
  /** `inherit`, a size, or `provider:model`. */
  readonly model: string
  readonly problem?: string
}

/** Reads what a definition says of its model. What names none inherits, and that is said. */
export function readModel(written: unknown): ModelAsked {
  if (written === undefined || written === null) return { model: INHERIT }
  if (typeof written !== 'string') return unknown('What it says of its model')
  const model = written.trim()
  if (model === INHERIT || Object.hasOwn(sizes, model)) return { model }
  const parsed = ModelName.safeParse(model)
  if (!parsed.success) return unknown(`"${model}"`)
  const { provider } = splitModelName(parsed.data)
  if (definitions.some(({ id }) => id === provider)) return { model }
  return { model: INHERIT, problem: `There is no provider "${provider}": ${INHERITED}` }
}

const INHERITED = 'it works with the session’s model.'

function unknown(what: string): ModelAsked {
  const problem = `${what} names no model (inherit, haiku, sonnet, opus or PROVIDER:MODEL): ${INHERITED}`
  return { model: INHERIT, problem }
}

/**
 * Returns the model that a definition has in a session. Sizes are of the session's own provider, by price; if
 * no prices are known, all are the session's model. Fails with `denied` if a project's definition names
 * another provider than the session's: who is sent the code is a person's choice.
 */
export async function findSubagentModel(
  { model, source }: Pick<SubagentType, 'model' | 'source'>,
  session: ModelRef,
  providers: Providers,
): Promise<ModelRef> {
  if (model === INHERIT) return session
  const place = Object.hasOwn(sizes, model) ? sizes[model] : undefined
  if (place !== undefined) return findSized(place, session, providers)
  const ref = providers.findModel(model)
  // A session that reaches its provider elsewhere does so for all its agents.
  if (ref.provider === session.provider) return { ...session, model: ref.model }
  if (source === 'project') throw new AppError('denied', foreignProvider(model))
  return ref
}

function foreignProvider(model: string): string {
  return `This definition came with the project and names ${model}, which belongs to another provider than this session's model. Copy the definition to your home folder to use it.`
}

async function findSized(
  place: number,
  session: ModelRef,
  providers: Providers,
): Promise<ModelRef> {
  const { models = [] } = definitions.find(({ id }) => id === session.provider) ?? {}
  const refs = models.map(({ id }) => ({ ...session, model: id }))
  const priced = await Promise.all(
    refs.map(async (ref) => ({ ref, costUsd: (await providers.priceOf(ref))?.outputUsd })),
  )
  const known = priced.filter(({ costUsd }) => costUsd !== undefined && costUsd > 0)
  const ranked = known.toSorted((a, b) => (a.costUsd ?? 0) - (b.costUsd ?? 0))
  return ranked[Math.round(place * (ranked.length - 1))]?.ref ?? session
}
