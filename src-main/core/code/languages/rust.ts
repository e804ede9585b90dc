import { type ImportedFrom, type Language, readNames } from './define.ts'

const QUERY = `
(function_item name: (_) @name) @def.function
(function_signature_item name: (_) @name) @def.function
(struct_item name: (_) @name) @def.struct
(enum_item name: (_) @name) @def.enum
(trait_item name: (_) @name) @def.trait
(impl_item type: (_) @name) @def.impl
(type_item name: (_) @name) @def.type
(const_item name: (_) @name) @def.constant
(static_item name: (_) @name) @def.variable
(macro_definition name: (_) @name) @def.macro
(mod_item name: (_) @name body: (_)) @def.module
(call_expression function: (identifier) @callee) @call
(call_expression function: (field_expression value: (_) @receiver field: (_) @callee)) @call
(call_expression function: (scoped_identifier path: (_) @receiver name: (_) @callee)) @call
(attribute_item (attribute) @mark)
(use_declaration) @import
(mod_item !body) @import
`

/** `a::{b, c::d}` is two: `a::b` and `a::c::d`. */
function spread(path: string): readonly string[] {
  const open = path.indexOf('{')
  if (open < 0) return [path]
  const head = path.slice(0, open)
  return splitList(path.slice(open + 1, path.lastIndexOf('}'))).flatMap((part) =>
    spread(head + part),
  )
}

/** At the commas that stand in no bracket. */
function splitList(list: string): readonly string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const sign of list) {
    if (sign === '{') depth += 1
    if (sign === '}') depth -= 1
    if (sign === ',' && depth === 0) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${sign}`)
  }
  return parts.map((part) => part.trim()).filter(Boolean)
}

function readImport(text: string): readonly ImportedFrom[] {
  const [, module] = /\bmod\s+(\w+)\s*;/u.exec(text) ?? []
  if (module !== undefined) return [{ from: `self::${module}`, names: [['*', module]] }]
  const start = text.search(/\buse\s/u)
  const end = start < 0 ? -1 : text.indexOf(';', start)
  const used = end < 0 ? '' : text.slice(start + 'use '.length, end).trim()
  return spread(used.replaceAll(/(?<!\s)\s*\n\s*/gu, ' ')).map((path) => {
    const at = path.lastIndexOf('::')
    const from = at < 0 ? path.replace(/(?<!\s)\s+as\s[\s\S]*$/u, '') : path.slice(0, at)
    return { from: from.trim(), names: readNames(at < 0 ? path : path.slice(at + 2)) }
  })
}

export const rust: Language = {
  name: 'Rust',
  grammar: 'rust',
  endings: ['.rs'],
  query: QUERY,
  readImport,
}
