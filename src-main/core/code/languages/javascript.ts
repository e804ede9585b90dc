import { type ImportedFrom, type Language, readNames } from './define.ts'

const COMMON = `
(function_declaration name: (_) @name) @def.function
(generator_function_declaration name: (_) @name) @def.function
(class_declaration name: (_) @name) @def.class
(method_definition name: (_) @name) @def.method
(program (lexical_declaration (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression)]) @def.function))
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression)]) @def.function)))
(program (lexical_declaration (variable_declarator name: (identifier) @name) @def.constant))
(program (variable_declaration (variable_declarator name: (identifier) @name) @def.variable))
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name) @def.constant)))
(program (export_statement (variable_declaration (variable_declarator name: (identifier) @name) @def.variable)))
(call_expression function: (identifier) @callee) @call
(call_expression function: (member_expression object: (_) @receiver property: (_) @callee)) @call
(new_expression constructor: (identifier) @callee) @call
(new_expression constructor: (member_expression object: (_) @receiver property: (_) @callee)) @call
(import_statement) @import
(export_statement source: (string)) @import
(call_expression function: (import)) @import
(call_expression function: (identifier) @_require arguments: (arguments . (string)) (#eq? @_require "require")) @import
`

const JAVASCRIPT = `${COMMON}
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @def.method
(decorator) @mark
`

const TYPESCRIPT = `${COMMON}
(abstract_class_declaration name: (_) @name) @def.class
(interface_declaration name: (_) @name) @def.interface
(type_alias_declaration name: (_) @name) @def.type
(enum_declaration name: (_) @name) @def.enum
(internal_module name: (_) @name) @def.module
(function_signature name: (_) @name) @def.function
(abstract_method_signature name: (_) @name) @def.method
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @def.method
(decorator) @mark
`

function readImport(text: string): readonly ImportedFrom[] {
  const from = /(?:from|import|require)\s*(?:\(\s*)?['"`]([^'"`\n]*)['"`]/u.exec(text)?.[1]
  if (from === undefined) return []
  const [, all] = /\*(?:\s+as\s+([\w$]+))?\s+from/u.exec(text) ?? []
  const [, one] = /^import\s+(?:type\s+)?([\w$]+)\s*(?:,|from)/u.exec(text) ?? []
  const [, list = ''] = /\{([^{}]*)\}/u.exec(text) ?? []
  const names = [
    ...(one === undefined ? [] : [['default', one] as const]),
    ...(/\*/u.test(text) ? [['*', all ?? '*'] as const] : []),
    ...readNames(list),
  ]
  return [{ from, names }]
}

export const typescript: Language = {
  name: 'TypeScript',
  grammar: 'typescript',
  endings: ['.ts', '.mts', '.cts'],
  query: TYPESCRIPT,
  readImport,
}

export const tsx: Language = { ...typescript, grammar: 'tsx', endings: ['.tsx'] }

export const javascript: Language = {
  name: 'JavaScript',
  grammar: 'javascript',
  endings: ['.js', '.mjs', '.cjs', '.jsx'],
  query: JAVASCRIPT,
  readImport,
}
