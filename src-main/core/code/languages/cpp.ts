import type { Language } from './define.ts'

const QUERY = `
(function_definition declarator: (function_declarator declarator: (identifier) @name)) @def.function
(function_definition declarator: (function_declarator declarator: (field_identifier) @name)) @def.method
(function_definition declarator: (function_declarator declarator: (qualified_identifier) @name)) @def.method
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name))) @def.function
(function_definition declarator: (reference_declarator (function_declarator declarator: (_) @name))) @def.function
(class_specifier name: (_) @name body: (_)) @def.class
(struct_specifier name: (_) @name body: (_)) @def.struct
(union_specifier name: (_) @name body: (_)) @def.struct
(enum_specifier name: (_) @name body: (_)) @def.enum
(namespace_definition name: (_) @name) @def.module
(type_definition declarator: (type_identifier) @name) @def.type
(alias_declaration name: (_) @name) @def.type
(preproc_def name: (_) @name value: (_)) @def.macro
(preproc_function_def name: (_) @name) @def.macro
(call_expression function: (identifier) @callee) @call
(call_expression function: (field_expression argument: (_) @receiver field: (_) @callee)) @call
(call_expression function: (qualified_identifier scope: (_) @receiver name: (_) @callee)) @call
(preproc_include) @import
`

/** C is read as C++, which it nearly is. */
export const cpp: Language = {
  name: 'C/C++',
  grammar: 'cpp',
  endings: ['.c', '.h', '.cc', '.cpp', '.cxx', '.hh', '.hpp', '.hxx'],
  query: QUERY,
  readImport: (text) => {
    const [, from] = /#\s*include\s*(["<][^"<>]+[">])/u.exec(text) ?? []
    return from === undefined ? [] : [{ from, names: [['*', '*']] }]
  },
}
