// Writes docs/tools.md, the reference of the tools, from their registry.
import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { toolGroups } from '../src-main/core/tools/catalogue/index.ts'
import type { CatalogueEntry } from '../src-main/core/tools/definition/define-tool.ts'

export const REFERENCE = 'docs/tools.md'

const effects = {
  read: 'reads',
  edit: 'changes files',
  execute: 'runs something',
  fetch: 'fetches something',
} as const

const BEGINNING = `# The tools

What agents can do, as they are told of it. Which of them an agent has, its definition says; what may run
unasked, the profile. Written by \`npm run tools\` from \`src-main/core/tools/catalogue\`.
`

type Schema = z.core.JSONSchema.JSONSchema

/** The whole reference. */
export function toReference(): string {
  const groups = toolGroups.map(({ name, tools }) => [`## ${name}`, ...tools.map(toSection)])
  return `${[BEGINNING.trim(), ...groups.flat()].join('\n\n')}\n`
}

function toSection(tool: CatalogueEntry): string {
  const { name, effect, description, schema, isFinal } = tool
  const asks = isFinal ? '; the standard profile asks first' : ''
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' })
  const rows = Object.entries(properties).map(([key, property]) => {
    const known = toSchema(property)
    const must = required.includes(key) ? 'yes' : toDefault(known.default)
    return `| \`${key}\` | ${toType(known)} | ${must} | ${cell(known.description ?? '')} |`
  })
  const table = ['| argument | type | needed | meaning |', '| --- | --- | --- | --- |', ...rows]
  const head = `### \`${name}\`\n\n*${effects[effect]}${asks}*\n\n${description}`
  return rows.length === 0 ? head : `${head}\n\n${table.join('\n')}`
}

function toSchema(property: Schema | boolean | undefined): Schema {
  return typeof property === 'object' ? property : {}
}

function toType({ type, enum: values, anyOf, items }: Schema): string {
  if (values) return values.map((value) => `\`${String(value)}\``).join(', ')
  if (anyOf) return anyOf.map((one) => toType(toSchema(one))).join(' or ')
  if (type !== 'array') return String(type ?? 'anything')
  return `list of ${Array.isArray(items) ? 'several' : toType(toSchema(items))}`
}

function toDefault(usual: unknown): string {
  return usual === undefined ? 'no' : `no; \`${JSON.stringify(usual)}\``
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

if (import.meta.main) writeFileSync(REFERENCE, toReference())
