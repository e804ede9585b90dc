import type { DebugProtocol } from '@vscode/debugprotocol'
import { AppError } from '#shared/lib/app-error.ts'
import { ROUGH_CHARS } from '../adapters/program.ts'
import type { Inspector } from './inspector.ts'
import { Evaluated, Properties, type RemoteObject } from './protocol.ts'

interface Holder {
  readonly objectId: string
  readonly isScope: boolean
  /** The engine knows more of it than its properties say. */
  readonly hasInternals: boolean
  /** Shown before what it holds. */
  readonly extra: readonly (readonly [string, RemoteObject])[]
}

/** Every module of CommonJS has them. */
const OF_MODULE: ReadonlySet<string> = new Set([
  'exports',
  'require',
  'module',
  '__filename',
  '__dirname',
])

const HAVE_INTERNALS: ReadonlySet<string> = new Set([
  ...['map', 'set', 'weakmap', 'weakset', 'promise', 'proxy', 'iterator', 'generator'],
])

/** What only the engine knows of a value, and is worth knowing. */
const INTERNAL: ReadonlySet<string> = new Set([
  '[[Entries]]',
  '[[PromiseState]]',
  '[[PromiseResult]]',
  '[[Target]]',
  '[[TargetFunction]]',
  '[[BoundArgs]]',
])

/** Copies a part of what it is called on, by its descriptors: no getter runs. */
const PART = `function (start, count) {
  const part = Object.create(null)
  if (Array.isArray(this) || ArrayBuffer.isView(this)) {
    for (let index = start; index < Math.min(this.length, start + count); index += 1) {
      part[index] = this[index]
    }
    return part
  }
  for (const name of Reflect.ownKeys(this).slice(start, start + count)) {
    Object.defineProperty(part, name, Object.getOwnPropertyDescriptor(this, name))
  }
  return part
}`

/** The values of a program that stands still, by reference. References are good until it goes on. */
export class RemoteValues {
  readonly #inspector: Inspector
  #holders: Holder[] = []

  constructor(inspector: Inspector) {
    this.#inspector = inspector
  }

  forget(): void {
    this.#holders = []
  }

  referTo(
    { objectId, subtype }: RemoteObject,
    more: Partial<Pick<Holder, 'isScope' | 'extra'>> = {},
  ): number {
    if (objectId === undefined) return 0
    const hasInternals = HAVE_INTERNALS.has(subtype ?? '')
    return this.#holders.push({ objectId, hasInternals, isScope: false, extra: [], ...more })
  }

  /** Its properties, from the one with this index. */
  async list(
    reference: number,
    { start = 0, count = 100 }: { start?: number | undefined; count?: number | undefined },
  ): Promise<readonly DebugProtocol.Variable[]> {
    const holder = this.#holders[reference - 1]
    if (!holder) {
      const message = 'What it refers to is gone: the program has gone on since. Look again.'
      throw new AppError('not-found', message)
    }
    const { extra, isScope, hasInternals } = holder
    const first = start === 0 ? extra : []
    const properties = isScope
      ? (await this.#properties(holder.objectId)).slice(start, start + count)
      : await this.#part(holder, start, count)
    const internal = !hasInternals || start > 0 ? [] : await this.#internal(holder.objectId)
    const all = [...first, ...internal, ...properties]
    return all.map(([name, value]) => this.toVariable(name, value))
  }

  toVariable(name: string, value: RemoteObject): DebugProtocol.Variable {
    const type = value.className ?? value.subtype ?? value.type
    const isPrimitive = value.type !== 'object' && value.type !== 'function'
    const variablesReference = isPrimitive ? 0 : this.referTo(value)
    return { name, value: describe(value), type, variablesReference }
  }

  async #part(
    { objectId }: Holder,
    start: number,
    count: number,
  ): Promise<readonly (readonly [string, RemoteObject])[]> {
    const answered = await this.#inspector.send('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: PART,
      arguments: [{ value: start }, { value: count }],
      throwOnSideEffect: true,
      silent: true,
    })
    const { result, exceptionDetails } = Evaluated.parse(answered)
    // A proxy would run code of the program: it is asked as a whole.
    if (exceptionDetails || !result.objectId) {
      return (await this.#properties(objectId)).slice(start, start + count)
    }
    return this.#properties(result.objectId)
  }

  async #properties(objectId: string): Promise<readonly (readonly [string, RemoteObject])[]> {
    const asked = { objectId, ownProperties: true, generatePreview: true }
    const answered = await this.#inspector.send('Runtime.getProperties', asked)
    const { result, privateProperties } = Properties.parse(answered)
    const names = new Set(result.map(({ name }) => name))
    const isModule = [...OF_MODULE].every((name) => names.has(name))
    return [...result, ...privateProperties]
      .filter(({ name }) => name !== '__proto__' && !(isModule && OF_MODULE.has(name)))
      .map(({ name, value }) => [name, value ?? COMPUTED] as const)
  }

  async #internal(objectId: string): Promise<readonly (readonly [string, RemoteObject])[]> {
    const asked = { objectId, ownProperties: true, generatePreview: true }
    const answered = await this.#inspector.send('Runtime.getProperties', asked)
    return Properties.parse(answered).internalProperties.flatMap(({ name, value }) =>
      value && INTERNAL.has(name) ? [[name, value] as const] : [],
    )
  }
}

/** A getter is not run to be looked at. */
const COMPUTED: RemoteObject = { type: 'accessor', description: '(computed when asked)' }

/** A value in a line, as the language would write it. */
export function describe(value: RemoteObject): string {
  const { type, subtype, description = '', unserializableValue } = value
  if (type === 'string') return JSON.stringify(value.value).slice(0, ROUGH_CHARS + 1)
  if (type === 'function' || subtype === 'error') return firstLine(description)
  if (type !== 'object') return unserializableValue ?? (description || String(value.value))
  return subtype === 'null' ? 'null' : describeObject(value)
}

function describeObject({ subtype, description = '', preview }: RemoteObject): string {
  if (!preview || subtype === 'date' || subtype === 'regexp') return description
  const properties = preview.entries ? [] : propertiesOf(preview, subtype)
  const inside = [...entriesOf(preview), ...properties]
  const all = [...inside, ...(preview.overflow ? ['…'] : [])].join(', ')
  if (subtype === 'array' || subtype === 'typedarray') return `${description} [${all}]`
  return description === 'Object' ? `{${all}}` : `${description} {${all}}`
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}

type Preview = NonNullable<RemoteObject['preview']>

function entriesOf({ entries = [] }: Preview): readonly string[] {
  return entries.map(({ key, value }) =>
    [key?.description, value.description].filter((one) => one !== undefined).join(' → '),
  )
}

function propertiesOf({ properties }: Preview, subtype: string | undefined): readonly string[] {
  const isList = subtype === 'array' || subtype === 'typedarray'
  return properties.map(({ name, type, value = '' }) => {
    const shown = type === 'string' ? JSON.stringify(value) : value || type
    return isList && /^\d+$/u.test(name) ? shown : `${name}: ${shown}`
  })
}
