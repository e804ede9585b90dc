import { createHash } from 'node:crypto'
import { AppError } from '#shared/lib/app-error.ts'
import type { SecretStore } from '../../secrets/secret-encryption.ts'
import type { ProviderDefinition } from '../define.ts'

/** Where a key that was entered lies, as a person would say it. */
const SECRET_STORE = 'Orrery’s own store'

/** What is known of the environment, and of what a person entered. */
export interface KeyPlaces {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly secrets: Pick<SecretStore, 'find'>
}

const answers = ['accepted', 'refused'] as const
type KeyAnswer = (typeof answers)[number]

type Keyed = Pick<ProviderDefinition, 'id' | 'keyEnvs'>

export interface FoundKey {
  readonly key: string
  readonly source: string
  /** The variable of the environment that holds it; absent: it was entered. */
  readonly variable?: string
}

/** The environment's key, unless a person has entered another in spite of it; else the one that was entered. */
export async function findKey(
  definition: Keyed,
  { env, secrets }: KeyPlaces,
): Promise<FoundKey | undefined> {
  const given = findGiven(definition, env)
  if (given && !(await isReplaced(definition, given, secrets))) return given
  const key = await secrets.find(definition.id)
  return key === undefined ? given : { key, source: SECRET_STORE }
}

/** A key that can't be read any more is as good as none; whoever needs it is told by `findKey`. */
export async function findUsableKey(
  definition: Keyed,
  places: KeyPlaces,
): Promise<FoundKey | undefined> {
  return unlessUnavailable(() => findKey(definition, places))
}

/** Keeps a key that was entered. It holds for as long as the environment's is the one it was entered instead of. */
export async function keepKey(
  definition: Keyed,
  key: string,
  { env, secrets }: { readonly env: KeyPlaces['env']; readonly secrets: SecretStore },
): Promise<void> {
  const given = findGiven(definition, env)
  await secrets.set(definition.id, key)
  if (given) await secrets.set(insteadOf(definition), toMark(given.key))
}

export async function removeKey(definition: Keyed, secrets: SecretStore): Promise<void> {
  await secrets.remove(definition.id)
  await secrets.remove(insteadOf(definition))
  await secrets.remove(triedOf(definition))
}

/** Remembers what the provider itself said of a key. Answers whether that was news. */
export async function noteAnswer(
  definition: Keyed,
  { key, answer }: { readonly key: string; readonly answer: KeyAnswer },
  secrets: SecretStore,
): Promise<boolean> {
  if ((await findAnswer(definition, key, secrets)) === answer) return false
  // Where nothing can be kept, it counts as not tried.
  await unlessUnavailable(() => secrets.set(triedOf(definition), `${answer} ${toMark(key)}`))
  return true
}

/** What the provider said of a key, where that is the one that was tried last. */
export async function findAnswer(
  definition: Keyed,
  key: string,
  secrets: KeyPlaces['secrets'],
): Promise<KeyAnswer | undefined> {
  const noted = await unlessUnavailable(() => secrets.find(triedOf(definition)))
  return answers.find((answer) => noted === `${answer} ${toMark(key)}`)
}

function findGiven({ keyEnvs }: Keyed, env: KeyPlaces['env']): FoundKey | undefined {
  for (const variable of keyEnvs) {
    const key = env[variable]
    if (key) return { key, variable, source: `${variable} in the environment` }
  }
  return undefined
}

/** Where the store can't be read, the environment's key is the one there is. */
async function isReplaced(
  definition: Keyed,
  given: FoundKey,
  secrets: KeyPlaces['secrets'],
): Promise<boolean> {
  const mark = await unlessUnavailable(() => secrets.find(insteadOf(definition)))
  return mark === toMark(given.key)
}

async function unlessUnavailable<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (AppError.is(error) && error.code === 'unavailable') return undefined
    throw error
  }
}

/** Under which name the store has what is told of the key that another was entered instead of. */
function insteadOf({ id }: Keyed): string {
  return `${id} instead of`
}

/** Under which name the store has what is told of the key that was tried last. */
function triedOf({ id }: Keyed): string {
  return `${id} tried`
}

function toMark(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** The search engine that agents use, and the variables that may hold its key. */
export const TAVILY = { id: 'tavily', keyEnvs: ['TAVILY_API_KEY'] } as const
