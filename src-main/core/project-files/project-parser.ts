import { AppError } from '#shared/lib/app-error.ts'
import { LimitedCalls, TimeLimitExceeded } from '../runtime/limited-calls.ts'
import {
  type FrontMatterFields,
  type FrontMatterKind,
  parseFields,
  splitFrontMatter,
} from './front-matter.ts'
import type { Parsed, ParseReply, ParseRequest } from './project-parser.worker.ts'

/** A safety net: limits on sizes end almost everything long before this. */
const LIMIT_MS = 5_000
/** The thread goes on for so long after its last use: files change one after the other, and it knows them. */
const IDLE_MS = 60_000
const TOO_SLOW = 'Reading it takes too long. Make it simpler.'

/** Parses a project's files in a worker thread: anyone may have written them, to keep the host's thread busy. */
export interface ProjectParser extends Disposable {
  /** Fails with a sentence that says what is wrong with the file. */
  parse<T extends ParseRequest['type']>(
    request: Extract<ParseRequest, { type: T }>,
  ): Promise<Parsed[T]>
}

let shared:
  | {
      readonly calls: LimitedCalls<ParseRequest, ParseReply>
      holders: number
      idle?: NodeJS.Timeout
    }
  | undefined

/** The thread starts with the first call, unless it runs already. It ends some time after nobody holds it any more. */
export function holdProjectParser(): ProjectParser {
  shared ??= { calls: startCalls(), holders: 0 }
  const held = shared
  clearTimeout(held.idle)
  held.holders += 1
  return {
    parse: (request) => parseIn(held.calls, request),
    [Symbol.dispose]: () => {
      held.holders -= 1
      if (held.holders === 0) held.idle = setTimeout(() => void endIdle(), IDLE_MS).unref()
    },
  }
}

function startCalls(): LimitedCalls<ParseRequest, ParseReply> {
  return new LimitedCalls({
    from: import.meta.url,
    name: 'project-parser',
    limitMs: LIMIT_MS,
    warmUp: { type: 'warm-up' },
  })
}

/** An idle thread, like the timer, keeps no process alive. */
async function endIdle(): Promise<void> {
  const ended = shared
  shared = undefined
  await ended?.calls[Symbol.asyncDispose]()
}

async function parseIn<T extends ParseRequest['type']>(
  calls: LimitedCalls<ParseRequest, ParseReply>,
  request: Extract<ParseRequest, { type: T }>,
): Promise<Parsed[T]> {
  const reply = await calls.call(request).catch(ifSlow)
  if ('error' in reply) throw AppError.fromWire(reply.error)
  // What the worker answered to a request of this type: both are compiled together.
  return JSON.parse(reply.json) as Parsed[T]
}

function ifSlow(cause: unknown): never {
  throw cause instanceof TimeLimitExceeded ? new AppError('limit', TOO_SLOW, { cause }) : cause
}

/** Parses a request of one file without keeping the thread any longer. */
export async function parseProjectFile<T extends ParseRequest['type']>(
  request: Extract<ParseRequest, { type: T }>,
): Promise<Parsed[T]> {
  using parser = holdProjectParser()
  return await parser.parse<T>(request)
}

/** YAML is parsed slowly, and its keys are compared with each other. */
const MAX_YAML_CHARS = 16 * 1024
/** Parsed here, in about a millisecond: a few plain texts, as most definitions have. */
const MAX_CHARS_HERE = 1024
const MAX_LINES_HERE = 24
const PLAIN_LINE = /^(?:[A-Za-z][\w-]*:(?:[ \t]+[\w/][^#]*)?|[ \t]*- [\w/][^#]*)$/u

interface ReadFields<K extends FrontMatterKind> {
  readonly fields: FrontMatterFields[K]
  /** The text below the front matter. */
  readonly body: string
}

/** Reads a markdown file that begins with front matter. Fails with a sentence that says what is wrong with it. */
export async function readFields<K extends FrontMatterKind>(
  kind: K,
  text: string,
): Promise<ReadFields<K>> {
  const { yaml, body } = splitFrontMatter(text)
  if (yaml.length > MAX_YAML_CHARS) {
    throw new AppError('limit', `Its front matter is larger than ${MAX_YAML_CHARS / 1024} KB.`)
  }
  if (isPlain(yaml)) return { fields: parseFields(kind, yaml), body }
  const key = `${kind}\0${yaml}`
  const fields = known.get(key) ?? (await parseInWorker(kind, yaml))
  remember(key, fields)
  if (AppError.is(fields)) throw fields
  // The worker checked it for this kind.
  return { fields: fields as FrontMatterFields[K], body }
}

type Known = Parsed['fields'] | AppError

/** An error is as good a value: the same text gives the same. */
async function parseInWorker(kind: FrontMatterKind, yaml: string): Promise<Known> {
  try {
    return await parseProjectFile<'fields'>({ type: 'fields', kind, yaml })
  } catch (error) {
    if (AppError.is(error) && error.code !== 'cancelled') return error
    throw error
  }
}

function isPlain(yaml: string): boolean {
  if (yaml.length > MAX_CHARS_HERE) return false
  const lines = yaml.trimEnd().split('\n')
  return lines.length <= MAX_LINES_HERE && lines.every((line) => PLAIN_LINE.test(line))
}

/** By kind and text, least recently used first. */
const known = new Map<string, Known>()
const MAX_KNOWN = 300

function remember(key: string, fields: Known): void {
  known.delete(key)
  known.set(key, fields)
  for (const oldest of known.keys()) {
    if (known.size <= MAX_KNOWN) break
    known.delete(oldest)
  }
}
