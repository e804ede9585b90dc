import type { ImportedFrom, Language } from './define.ts'

const QUERY = `
(class_declaration name: (_) @name) @def.class
(interface_declaration name: (_) @name) @def.interface
(trait_declaration name: (_) @name) @def.trait
(enum_declaration name: (_) @name) @def.enum
(function_definition name: (_) @name) @def.function
(method_declaration name: (_) @name) @def.method
(const_element . (name) @name) @def.constant
(function_call_expression function: (_) @callee) @call
(member_call_expression object: (_) @receiver name: (_) @callee) @call
(scoped_call_expression scope: (_) @receiver name: (_) @callee) @call
(object_creation_expression (name) @callee) @call
(attribute) @mark
(namespace_use_declaration) @import
(require_once_expression) @import
(require_expression) @import
(include_expression) @import
(include_once_expression) @import
`

function readImport(text: string): readonly ImportedFrom[] {
  if (!text.startsWith('use')) {
    const from = /['"]([^'"]+)['"]/u.exec(text)?.[1]
    return from === undefined ? [] : [{ from: `./${from.replace(/^\.?\//u, '')}`, names: [] }]
  }
  const [, list = ''] = /^use\s(?:\s*(?:function|const)\s)?([^;]*);/u.exec(text) ?? []
  return list.split(',').flatMap((part) => {
    const [, from, local] = /^\s*\\?([\w\\]+)(?:\s+as\s+(\w+))?\s*$/u.exec(part) ?? []
    if (from === undefined) return []
    const name = from.slice(from.lastIndexOf('\\') + 1)
    return [{ from, names: [[name, local ?? name] as const] }]
  })
}

export const php: Language = {
  name: 'PHP',
  grammar: 'php',
  endings: ['.php'],
  query: QUERY,
  readImport,
}
