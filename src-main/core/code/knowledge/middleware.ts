import { posix } from 'node:path'
import type { FileFacts, NoteFact } from '../facts.ts'
import { frameworksOf, isRouter } from './frameworks.ts'
import type { Knowledge } from './knowledge.ts'
import { cutLine, plural, type Section } from './sections.ts'

const MAX_LINES = 15

const PUT_ON =
  /^(?:use|Use|addHook|add_middleware|before_request|after_request|useGlobal(?:Guards|Pipes|Interceptors)|UseMiddleware|wrap|layer)$/u
/** These names say it by themselves. */
const CERTAIN = /^(?:add_middleware|UseMiddleware|useGlobal\w+)$/u
const NAMED = /(?:Middleware|Interceptor|Guard)$|_middleware$/u
const MARKED =
  /^(?:[\w.]+\.)?(?:before_request|after_request|middleware)\b|^(?:WebFilter|Middleware)\b/u

/** What stands in front of requests, in the order of the files. */
export function describeMiddleware({ code }: Knowledge): Section {
  const usesFramework = [...code.values()].some((facts) => frameworksOf(facts).length > 0)
  const lines = [...code].flatMap(([path, facts]) => [
    ...facts.notes.flatMap((note) => fromNote(path, note, usesFramework)),
    ...fromSymbols(path, facts),
  ])
  const shown = [...new Set(lines)]
  const left = shown.length - MAX_LINES
  const cut = shown.slice(0, MAX_LINES).map(cutLine)
  return {
    title: 'Middleware',
    lines: left > 0 ? [...cut, `and ${plural(left, 'more place')}`] : cut,
    none: 'No middleware of a known framework was found.',
  }
}

function fromNote(path: string, note: NoteFact, usesFramework: boolean): readonly string[] {
  const { name, receiver, args, line } = note
  if (!PUT_ON.test(name)) return []
  if (!CERTAIN.test(name) && !(usesFramework && isRouter(receiver))) return []
  const what = args.slice(0, 80).replace(/\)[^)]*$/u, '')
  return [`${path}:${line} ${receiver === '' ? '' : `${receiver}.`}${name}(${what})`]
}

function fromSymbols(path: string, { symbols }: FileFacts): readonly string[] {
  const isFile = /^middleware\.[jt]s$/u.test(posix.basename(path))
  return symbols.flatMap(({ name, kind, line, marks }) => {
    const mark = marks.find((one) => MARKED.test(one))
    if (mark !== undefined) return [`${path}:${line} ${name} (${mark})`]
    const isOne = kind === 'class' || kind === 'function' || kind === 'struct'
    if (isOne && (NAMED.test(name) || (isFile && name === 'middleware'))) {
      return [`${path}:${line} ${kind} ${name}`]
    }
    return name === 'MIDDLEWARE' && path.endsWith('.py') ? [`${path}:${line} MIDDLEWARE`] : []
  })
}
