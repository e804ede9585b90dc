import { isPlaceholder, type SecretMatch } from './secret-values.ts'

const KIND = /["']?\bkind["']?[ \t]{0,4}:[ \t]{0,4}["']?(?:Sealed|External)?Secret(?:List)?\b["']?/g
/** How far from its kind the data of a manifest is looked for, in characters. */
const REACH = 6_000
const DIVIDER = /^---/m

const BLOCK = /^(?<indent>[ \t-]*)(?:data|stringData):[ \t]*(?:#[^\r\n]*)?\r?$/
const ENTRY = /^[ \t]*["']?[\w.-]+["']?:[ \t]*(?<value>[^\r\n]*)/
const OBJECT =
  /(?:["'](?:data|stringData)["']\s*|^[ \t-]*(?:data|stringData)):\s*\{(?<entries>[^{}]*)\}/gm
const FIELD =
  /(?<=[\w.-]["']?\s{0,4}):\s{0,8}(?:"(?<double>[^"\\]*(?:\\.[^"\\]*)*)"|'(?<single>[^']*)'|(?<bare>[^\s"',][^,\r\n]*))/g

/** Finds the values of Kubernetes secrets, as YAML and as JSON. */
export function* findKubernetesSecrets(text: string): Generator<SecretMatch> {
  let done = 0
  for (const { index } of text.matchAll(KIND)) {
    if (index < done) continue
    const start = Math.max(done, index - REACH)
    const before = text.slice(start, index)
    const from = start + before.lastIndexOf('\n---') + 1
    const [behind = ''] = text.slice(index, index + REACH).split(DIVIDER)
    const manifest = text.slice(from, index + behind.length)
    done = index + behind.length
    const values = [...findInYaml(manifest), ...findInBraces(manifest)]
    for (const { at, value } of values) {
      if (value.length < 4 || isPlaceholder(value)) continue
      const matchStart = Math.min(from + at, index)
      yield { start: from + at, end: from + at + value.length, matchStart }
    }
  }
}

interface Found {
  readonly at: number
  readonly value: string
}

function* findInYaml(manifest: string): Generator<Found> {
  let at = 0
  let depth = -1
  for (const line of manifest.split('\n')) {
    const indent = line.length - line.trimStart().length
    if (depth >= 0 && (line.trim() === '' || indent > depth)) {
      const value = (ENTRY.exec(line)?.groups?.['value'] ?? line).trim()
      const inQuotes = value.replace(/^["']|["']$/g, '')
      if (!/^[|>][+-]?$/.test(value)) yield { at: at + line.lastIndexOf(inQuotes), value: inQuotes }
    } else {
      depth = BLOCK.exec(line)?.groups?.['indent']?.length ?? -1
    }
    at += line.length + 1
  }
}

/** Finds the entries of `data` in braces, as JSON and YAML write them. */
function* findInBraces(manifest: string): Generator<Found> {
  for (const { 0: whole, index, groups } of manifest.matchAll(OBJECT)) {
    const entries = groups?.['entries'] ?? ''
    const at = index + whole.length - '}'.length - entries.length
    for (const { 0: field, index: inside, groups: parts } of entries.matchAll(FIELD)) {
      const { double, single, bare = '' } = parts ?? {}
      const value = double ?? single ?? bare.trimEnd()
      yield { at: at + inside + field.lastIndexOf(value), value }
    }
  }
}
