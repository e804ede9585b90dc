/**
 * The same object, but that what it does not have throws: a stand-in never pretends. Its methods may be
 * passed on by themselves, as those of Electron's modules may.
 */
export function strict<T extends object>(name: string, object: T): T {
  const bound = new WeakMap<object, unknown>()
  return new Proxy(object, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      if (value === undefined && !(key in target) && isNamed(key)) {
        throw new Error(`stand-in: electron.${name}.${String(key)} is not implemented`)
      }
      if (typeof value !== 'function' || key === 'constructor') return value
      if (!bound.has(value)) bound.set(value, value.bind(target))
      return bound.get(value)
    },
    set(target, key, value) {
      // A test may put a method of its own in place of one.
      return Reflect.set(target, key, value, target)
    },
  })
}

/** Promises, JSON and inspectors ask for what nobody promised. */
function isNamed(key: string | symbol): boolean {
  return typeof key === 'string' && key !== 'then' && key !== 'toJSON' && !key.startsWith('_')
}

export interface StandinEvent {
  readonly defaultPrevented: boolean
  preventDefault(): void
}

/** An event as listeners get it. */
export function createEvent<T extends object>(details: T): T & StandinEvent {
  return Object.assign(
    {
      defaultPrevented: false,
      preventDefault() {
        this.defaultPrevented = true
      },
    },
    details,
  )
}
