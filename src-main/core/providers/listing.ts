import type { KeyCheck } from '#shared/contract/models.ts'
import { AppError } from '#shared/error.ts'
import { parseJson } from '#shared/lib/parse-json.ts'
import type { ProviderDefinition } from './define.ts'
import { isRecord } from './is-record.ts'
import { parseServedModels, parseSlotContext, type ServedModel } from './served-models.ts'
import { ServerError } from './server-error.ts'

interface Asked {
  readonly baseUrl: string
  readonly key?: string | undefined
  /** The environment variable that the key is from. */
  readonly variable?: string | undefined
  readonly fetch: typeof globalThis.fetch
  readonly timeoutMs: number
}

type AskedProvider = Pick<ProviderDefinition, 'label' | 'listing' | 'needsKey' | 'keyEnvs'>

/** The models that a provider lists, and whether it accepted the key. */
export interface Listed extends KeyCheck {
  readonly models: readonly ServedModel[]
}

/** Asks a provider for its models, which is the cheapest way to check a key. Never rejects. */
export async function askForModels(
  { label, listing, needsKey, keyEnvs }: AskedProvider,
  { baseUrl, key, variable, fetch, timeoutMs }: Asked,
): Promise<Listed> {
  try {
    const response = await fetch(`${baseUrl.replace(/(?<!\/)\/+$/, '')}${listing.path}`, {
      signal: AbortSignal.timeout(timeoutMs),
      headers: { ...(key && listing.headers(key)) },
    })
    const text = await response.text()
    if (isRefusal(response.status, text))
      return key ? keyRefused(label, variable) : keyWanted(label, keyEnvs[0])
    if (!response.ok) return unreachable(label, `it returned status ${response.status}`)
    const body = parseJson(text)
    if (!isRecord(body)) return unreachable(label, 'a web page or a proxy answered instead')
    const models = parseServedModels(body)
    const whose = variable === undefined ? 'this key' : `the key in ${variable}`
    const message = needsKey ? `${label} accepts ${whose}.` : `${label} is running.`
    return { status: 'accepted', message, models }
  } catch (error) {
    return unreachable(label, reasonOf(error, timeoutMs))
  }
}

/** Asks llama.cpp's server, which lists no contexts, for the one it was started with. Never fails. */
export async function askForSlotContext({
  baseUrl,
  key,
  fetch,
  timeoutMs,
}: Omit<Asked, 'variable'>): Promise<number | undefined> {
  try {
    const response = await fetch(new URL('/props', baseUrl), {
      signal: AbortSignal.timeout(timeoutMs),
      headers: { ...(key && { authorization: `Bearer ${key}` }) },
    })
    return response.ok ? parseSlotContext(parseJson(await response.text())) : undefined
  } catch {
    // Other servers have no such page; then the context is learned from refusals.
    return undefined
  }
}

/** Some say so with 400, which can mean anything else as well; 403 without JSON is a proxy's. */
function isRefusal(status: number, text: string): boolean {
  const isDenied = status === 403 && isRecord(parseJson(text))
  return status === 401 || isDenied || (status === 400 && /api[ _-]?key/i.test(text))
}

function keyRefused(label: string, variable: string | undefined): Listed {
  const message =
    variable === undefined
      ? `${label} rejected this key. Check that it is complete and still valid.`
      : `${label} rejected the key in ${variable}. Correct it there and restart Orrery, or enter another key here.`
  return { status: 'refused', message, models: [] }
}

function keyWanted(label: string, keyEnv: string | undefined): Listed {
  const orSet = keyEnv === undefined ? '' : `, or set ${keyEnv}`
  const message = `${label} needs an API key. Add it in Settings${orSet}.`
  return { status: 'refused', message, models: [] }
}

function unreachable(label: string, reason: string): Listed {
  const message = `Can't reach ${label}: ${reason}. Check your network, proxy and base address.`
  return { status: 'unreachable', message, models: [] }
}

/** Leaves out addresses: they may contain passwords. */
function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof ServerError)
    return error.hasWords ? `it redirects to ${error.message}` : 'it redirects'
  if (AppError.is(error)) return error.message.replace(/\.$/, '')
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `no response within ${timeoutMs / 1000} s`
  }
  const cause = error instanceof Error ? error.cause : undefined
  const hasCode = cause instanceof Error && 'code' in cause && typeof cause.code === 'string'
  return hasCode ? `no connection (${cause.code})` : 'no connection'
}
