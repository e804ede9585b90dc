import type { Language } from './define.ts'

const QUERY = `
(method name: (_) @name) @def.method
(singleton_method name: (_) @name) @def.method
(class name: (_) @name) @def.class
(module name: (_) @name) @def.module
(assignment left: (constant) @name) @def.constant
(call !receiver method: (identifier) @callee) @call
(call receiver: (_) @receiver method: (_) @callee) @call
(call method: (identifier) @_require arguments: (argument_list . (string)) (#match? @_require "^(require|require_relative|load)$")) @import
`

export const ruby: Language = {
  name: 'Ruby',
  grammar: 'ruby',
  endings: ['.rb', '.rake'],
  query: QUERY,
  readImport: (text) => {
    const [, how, from] = /^(\w+)[\s(]*['"]([^'"]+)['"]/u.exec(text) ?? []
    if (from === undefined) return []
    const path = how === 'require_relative' && !from.startsWith('.') ? `./${from}` : from
    return [{ from: path, names: [['*', '*']] }]
  },
}
