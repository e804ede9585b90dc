import type { SecretMatch } from './secret-match.ts'
import { isPlaceholder } from './secret-values.ts'

const KIND = /["']?\bkind["']?[ \t]{0,4}:[ \t]{0,4}["']?(?:Sealed|External)?Secret(?:List)?\b["']?/g
/** How far from its kind the data of a manifest is looked for, in characters. */
const REACH = 6_000
const DIVIDER = /^---/m

const BLOCK = /^(?<indent>[ \t-]*)(?:data|stringData):[ \t]*\r?\n/gm
const ENTRY = /^(?<indent>[ \t]*)["']?[\w.-]+["']?:[ \t]*(?<value>[^\r\n]*)/
const OBJECT = /["'](?:data|stringData)["']\s*:\s*\{(?<entries>[^{}]*)\}/g
const FIELD = /["'][\w.-]+["']\s*:\s*["'](?<value>[^"'\\]*(?:\\.[^"'\\]*)*)["']/g

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
    const values = [...findInYaml(manifest), ...findInJson(manifest)]
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
  for (const { 0: head, index, groups } of manifest.matchAll(BLOCK)) {
    const depth = groups?.['indent']?.length ?? 0
    let at = index + head.length
    for (const line of manifest.slice(at).split('\n')) {
      const indent = line.length - line.trimStart().length
      if (line.trim() !== '' && indent <= depth) break
      const value = (ENTRY.exec(line)?.groups?.['value'] ?? line).trim()
      const inQuotes = value.replace(/^["']|["']$/g, '')
      if (!/^[|>][+-]?$/.test(value)) yield { at: at + line.lastIndexOf(inQuotes), value: inQuotes }
      at += line.length + 1
    }
  }
}

function* findInJson(manifest: string): Generator<Found> {
  for (const { 0: whole, index, groups } of manifest.matchAll(OBJECT)) {
    const entries = groups?.['entries'] ?? ''
    const at = index + whole.length - '}'.length - entries.length
    for (const { 0: field, index: inside, groups: parts } of entries.matchAll(FIELD)) {
      const value = parts?.['value'] ?? ''
      yield { at: at + inside + field.length - 1 - value.length, value }
    }
  }
}
