import { z } from 'zod'
import { isRecord, type Json, parseJson } from '#shared/lib/json.ts'
import { newCallId } from '../define.ts'

/** A call, or a piece of one. Each field may be absent, `null` or of another type than documented. */
const Given = z
  .looseObject({
    index: z
      .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
      .optional()
      .catch(undefined),
    id: z.string().min(1).optional().catch(undefined),
    function: z
      .looseObject({ name: z.string().catch(''), arguments: z.unknown().optional() })
      .optional()
      .catch(undefined),
    // Some leave out the function around these.
    name: z.string().catch(''),
    arguments: z.unknown().optional(),
  })
  .catch({ name: '' })

interface Piece {
  readonly index: number | undefined
  readonly id: string | undefined
  readonly name: string
  readonly args: string
}

interface OpenCall {
  /** Its place in what the client gets. */
  readonly position: number
  /** As the server counts, if it does. */
  readonly index: number | undefined
  readonly callId: string
  id: string | undefined
  name: string
  args: string
  /** How much of the arguments the client has; absent: it hasn't even the name. */
  sentChars: number | undefined
}

/**
 * Puts the streamed tool calls of one answer together, in whatever way a server splits them. The client
 * gets each call with an id, a name and a place of its own, and its arguments once, as text.
 */
export class CallReader {
  readonly #calls: OpenCall[] = []

  read(given: unknown): readonly Json[] {
    return toPieces(given).flatMap((piece) => {
      const known = this.#find(piece)
      if (!known && piece.name === '' && piece.args === '') return []
      const call = known ?? this.#open(piece)
      if (known) extend(known, piece)
      return send(call)
    })
  }

  /** Returns what was held back until the answer was complete. */
  end(): readonly Json[] {
    return this.#calls.flatMap((call) => {
      call.name ||= 'unknown'
      if (isHeld(call)) call.args = decode(call.args)
      const isDone = call.sentChars !== undefined && call.sentChars >= call.args.length
      return isDone ? [] : write(call)
    })
  }

  #open({ index, id, name, args }: Piece): OpenCall {
    const position = this.#calls.length
    const callId = id ?? newCallId()
    const call = { position, index, callId, id, name, args, sentChars: undefined }
    this.#calls.push(call)
    return call
  }

  /** Returns the call that a piece continues; `undefined`: it begins one. */
  #find(piece: Piece): OpenCall | undefined {
    const call = this.#candidate(piece)
    return call && isContinued(call, piece) ? call : undefined
  }

  #candidate({ index, id, name }: Piece): OpenCall | undefined {
    const last = this.#calls.at(-1)
    const ofId = id && this.#calls.findLast((call) => call.id === id)
    if (index === undefined) return ofId || (id && name !== '' ? undefined : last)
    const ofIndex = this.#calls.filter((call) => call.index === index)
    const ofBoth = ofIndex.findLast((call) => call.id === id)
    const found = ofBoth ?? ofIndex.at(-1)
    if (found) return found
    // A piece without a name can't begin a call: its index counts something else.
    return name === '' ? ofId || last : undefined
  }
}

/** Servers give parallel calls the same index or id: a complete call is followed by the next one. */
function isContinued(call: OpenCall, { id, name, args }: Piece): boolean {
  const isWhole = isComplete(call.args)
  if (isWhole && isComplete(args)) return sameJson(call.args, args)
  if (name === '') return true
  const hasOtherId = id !== undefined && call.id !== undefined && id !== call.id
  if (isWhole) return !hasOtherId && name === call.name && args.trim() === ''
  const isEmpty = call.args === ''
  if (hasOtherId) return !isEmpty || (name === call.name && args !== '')
  return id !== undefined || !isEmpty || call.index !== undefined || name === call.name
}

function extend(call: OpenCall, { id, name, args }: Piece): void {
  call.id ??= id
  if (call.args === '' && name !== call.name) {
    // Some send the name in pieces, some all of it so far.
    call.name = name.startsWith(call.name) ? name : call.name + name
  }
  const isRepeated = isComplete(call.args) && isComplete(args)
  if (!isRepeated) call.args += args
}

function send(call: OpenCall): readonly Json[] {
  return call.name === '' || call.args === '' || isHeld(call) ? [] : write(call)
}

function write(call: OpenCall): readonly Json[] {
  const { position: index, callId: id, name, args, sentChars } = call
  const rest = args.slice(sentChars ?? 0)
  if (sentChars !== undefined && rest === '') return []
  call.sentChars = args.length
  return sentChars === undefined
    ? [{ index, id, type: 'function', function: { name, arguments: rest } }]
    : [{ index, function: { arguments: rest } }]
}

/** JSON within JSON can be read only when it is complete. */
function isHeld({ args, sentChars }: OpenCall): boolean {
  return sentChars === undefined && args.trimStart().startsWith('"')
}

function decode(args: string): string {
  const inner = parseJson(args)
  if (typeof inner !== 'string') return args
  if (inner.trim() === '' || inner.trim() === 'null') return ''
  return isRecord(parseJson(inner)) ? inner : args
}

function isComplete(args: string): boolean {
  return /^\s*\{/.test(args) && /\}\s*$/.test(args) && isRecord(parseJson(args))
}

function sameJson(one: string, other: string): boolean {
  return one === other || JSON.stringify(parseJson(one)) === JSON.stringify(parseJson(other))
}

function toPieces(given: unknown): readonly Piece[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : isRecord(given) ? [given] : []
  return list.map((one) => {
    const { index, id, ...piece } = Given.parse(one)
    const { name, arguments: args } = piece.function ?? piece
    return { index, id, name: name.trim(), args: toText(args) }
  })
}

/** Returns a tool call's arguments as text, also where a server sent an object. */
export function toText(args: unknown): string {
  if (typeof args === 'string') return args
  return args === null || args === undefined ? '' : JSON.stringify(args)
}
