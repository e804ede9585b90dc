export interface BridgeEnd {
  expose(key: string, api: unknown): void
}

/**
 * One end of contextBridge. The same code runs in the page's world and in the preload's; they share the
 * document alone, whose events are cloned between them. Its text is run there, so that it refers to
 * nothing outside.
 */
export function bridge(own: string, other: string, key: string): BridgeEnd {
  type Passed = { readonly $: string; readonly v?: unknown; readonly id?: number }
  type Answer = { readonly error?: string; readonly value?: Passed }
  type Sent =
    | { readonly type: 'call'; readonly id: number; readonly args: readonly Passed[] }
    | { readonly type: 'answer'; readonly answer: Answer }
    | {
        readonly type: 'settle'
        readonly id: number
        readonly isKept: boolean
        readonly value: Passed
      }
    | { readonly type: 'expose'; readonly name: string; readonly value: Passed }
  type Callable = (...args: unknown[]) => unknown

  const target = document
  const dispatch = target.dispatchEvent.bind(target)
  const functions = new Map<number, Callable>()
  const ids = new WeakMap<object, number>()
  const remote = new WeakMap<object, number>()
  const promises = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  let answered: Answer | undefined

  const classOf = (value: unknown) => Object.prototype.toString.call(value).slice(8, -1)
  const post = (sent: Sent) => dispatch(new CustomEvent(`${key}:${other}`, { detail: sent }))
  const ask = (sent: Sent) => {
    answered = undefined
    post(sent)
    const answer = answered as Answer | undefined
    if (!answer) throw new Error('stand-in: the other world did not answer')
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.value && open(answer.value, [])
  }

  function pass(value: unknown, seen: Map<unknown, number>, depth: number): Passed {
    if (depth >= 1000) {
      const limit = 'Nested objects deeper than 1000 are not supported.'
      throw new TypeError(`Electron contextBridge recursion depth exceeded.  ${limit}`)
    }
    if (typeof value === 'symbol') return { $: 'nothing' }
    if (typeof value === 'function') return passFunction(value as Callable, seen)
    if (value === null || typeof value !== 'object') return { $: 'plain', v: value }
    return seen.has(value) ? { $: 'seen', v: seen.get(value) } : passObject(value, seen, depth)
  }

  function passObject(value: object, seen: Map<unknown, number>, depth: number): Passed {
    if (classOf(value) === 'Error') return { $: 'error', v: String((value as Error).message) }
    seen.set(value, seen.size)
    if (value instanceof Promise) return passPromise(value)
    const each = (one: unknown) => pass(one, seen, depth + 1)
    if (Array.isArray(value)) return { $: 'array', v: value.map(each) }
    if (classOf(value) === 'Object') {
      return { $: 'object', v: Object.entries(value).map(([name, one]) => [name, each(one)]) }
    }
    return { $: 'cloned', v: value instanceof Blob ? value : structuredClone(value) }
  }

  function passFunction(value: Callable, seen: Map<unknown, number>): Passed {
    // Going home: the function itself, and no proxy of a proxy.
    const home = remote.get(value)
    if (home !== undefined) return { $: 'home', v: home }
    if (seen.has(value)) return { $: 'seen', v: seen.get(value) }
    const id = ids.get(value) ?? ++last
    ids.set(value, id)
    functions.set(id, value)
    seen.set(value, seen.size)
    return { $: 'function', id }
  }

  function passPromise(value: Promise<unknown>): Passed {
    const id = ++last
    const settle = (isKept: boolean, result: unknown) =>
      post({ type: 'settle', id, isKept, value: pass(result, new Map(), 0) })
    value.then(
      (result) => settle(true, result),
      (error: unknown) => settle(false, error),
    )
    return { $: 'promise', id }
  }

  function open(passed: Passed, known: unknown[]): unknown {
    const { $: type, v } = passed
    if (type === 'plain') return v
    if (type === 'nothing') return undefined
    if (type === 'seen') return known[v as number]
    if (type === 'home') return functions.get(v as number)
    if (type === 'error') return new Error(v as string)
    return openObject(passed, known)
  }

  function openObject({ $: type, v, id = 0 }: Passed, known: unknown[]): unknown {
    const keep = <T>(made: T): T => {
      known.push(made)
      return made
    }
    if (type === 'cloned') return keep(v)
    if (type === 'function') return keep(openFunction(id))
    if (type === 'promise') {
      const awaited = Promise.withResolvers<unknown>()
      promises.set(id, awaited)
      return keep(awaited.promise)
    }
    if (type === 'array') {
      const made: unknown[] = keep([])
      for (const each of v as readonly Passed[]) made.push(open(each, known))
      return made
    }
    const made = keep({})
    for (const [name, each] of v as [string, Passed][]) {
      const value = open(each, known)
      Object.defineProperty(made, name, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      })
    }
    return made
  }

  function openFunction(id: number): Callable {
    const made = (...args: unknown[]) => {
      const seen = new Map<unknown, number>()
      return ask({ type: 'call', id, args: args.map((each) => pass(each, seen, 0)) })
    }
    remote.set(made, id)
    return made
  }

  function freeze(value: unknown, done: Set<unknown>): unknown {
    const isAny = (typeof value === 'object' && value !== null) || typeof value === 'function'
    if (!isAny || done.has(value)) return value
    done.add(value)
    for (const each of Object.values(value)) if (!ArrayBuffer.isView(each)) freeze(each, done)
    return Object.freeze(value)
  }

  const answer = (made: Answer) => post({ type: 'answer', answer: made })

  function call(id: number, args: readonly Passed[]): void {
    let result: unknown
    try {
      const known: unknown[] = []
      result = functions.get(id)?.(...args.map((each) => open(each, known)))
    } catch (error) {
      const unknownError =
        'An unknown exception occurred in the isolated context, an error occurred but a valid exception was not thrown.'
      // Of an error, only its message crosses.
      return void answer({
        error: classOf(error) === 'Error' ? (error as Error).message : unknownError,
      })
    }
    try {
      answer({ value: pass(result, new Map(), 0) })
    } catch (error) {
      answer({ error: `Uncaught ${String(error)}` })
    }
  }

  function accept(name: string, value: Passed): void {
    if (name in window) {
      answer({ error: 'Cannot bind an API on top of an existing property on the window object' })
      return
    }
    const api = freeze(open(value, []), new Set())
    Object.defineProperty(window, name, { value: api, enumerable: true })
    answer({ value: { $: 'nothing' } })
  }

  target.addEventListener(`${key}:${own}`, (event) => {
    event.stopImmediatePropagation()
    const sent = (event as CustomEvent<Sent>).detail
    if (sent.type === 'answer') answered = sent.answer
    else if (sent.type === 'call') call(sent.id, sent.args)
    else if (sent.type === 'expose') accept(sent.name, sent.value)
    else {
      const awaited = promises.get(sent.id)
      promises.delete(sent.id)
      const value = open(sent.value, [])
      if (sent.isKept) awaited?.resolve(value)
      else awaited?.reject(value)
    }
  })
  return {
    expose: (name, api) => void ask({ type: 'expose', name, value: pass(api, new Map(), 0) }),
  }
}
