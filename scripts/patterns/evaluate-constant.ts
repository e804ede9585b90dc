import type { Expression } from 'oxc-parser'

/** The value of an expression that can be determined without running it. */
export type Constant =
  | string
  | number
  | { readonly source: string; readonly flags: string }
  | readonly Constant[]

/** Finds the value that a name stands for; undefined if it isn't constant. */
export type FindConstant = (name: string) => Constant | undefined

/** Evaluates what patterns are composed of: texts, templates, `+`, arrays, `.join()` and `.source`. */
export function evaluateConstant(node: Expression, find: FindConstant): Constant | undefined {
  switch (node.type) {
    case 'Literal':
      if ('regex' in node) return { source: node.regex.pattern, flags: node.regex.flags }
      return typeof node.value === 'string' || typeof node.value === 'number'
        ? node.value
        : undefined
    case 'TemplateLiteral':
      return evaluateTemplate(node, find, 'cooked')
    case 'TaggedTemplateExpression':
      return isMember(node.tag, 'raw') ? evaluateTemplate(node.quasi, find, 'raw') : undefined
    case 'BinaryExpression':
      return node.operator === '+'
        ? concatenate([node.left, node.right].map((side) => evaluateConstant(side, find)))
        : undefined
    case 'ArrayExpression':
      return evaluateArray(node.elements, find)
    case 'MemberExpression':
      return isMember(node, 'source') ? sourceOf(evaluateConstant(node.object, find)) : undefined
    case 'CallExpression':
      return evaluateJoin(node, find)
    case 'NewExpression':
      return evaluateRegExp(node, find)
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return evaluateConstant(node.expression, find)
    case 'Identifier':
      return find(node.name)
    default:
      return undefined
  }
}

type Node<Type extends Expression['type']> = Extract<Expression, { readonly type: Type }>

function isMember(node: Expression, name: string): boolean {
  return node.type === 'MemberExpression' && !node.computed && node.property.name === name
}

function sourceOf(value: Constant | undefined): string | undefined {
  return typeof value === 'object' && 'source' in value ? value.source : undefined
}

function concatenate(values: readonly (Constant | undefined)[]): string | undefined {
  let text = ''
  for (const value of values) {
    if (typeof value !== 'string' && typeof value !== 'number') return undefined
    text += value
  }
  return text
}

function evaluateTemplate(
  { quasis, expressions }: Node<'TemplateLiteral'>,
  find: FindConstant,
  form: 'cooked' | 'raw',
): string | undefined {
  return concatenate(
    quasis.flatMap(({ value }, index) => {
      const expression = expressions[index]
      const text = value[form] ?? ''
      return expression ? [text, evaluateConstant(expression, find)] : [text]
    }),
  )
}

function evaluateArray(
  elements: Node<'ArrayExpression'>['elements'],
  find: FindConstant,
): readonly Constant[] | undefined {
  const values: Constant[] = []
  for (const element of elements) {
    const isSpread = element?.type === 'SpreadElement'
    if (!element) return undefined
    const value = evaluateConstant(isSpread ? element.argument : element, find)
    if (value === undefined) return undefined
    if (isSpread && Array.isArray(value)) values.push(...value)
    else values.push(value)
  }
  return values
}

function evaluateRegExp({ callee, arguments: args }: Node<'NewExpression'>, find: FindConstant) {
  if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return undefined
  const [source, flags = ''] = args.map((one) =>
    one.type === 'SpreadElement' ? undefined : evaluateConstant(one, find),
  )
  const isKnown = typeof source === 'string' && typeof flags === 'string'
  return isKnown ? { source, flags } : undefined
}

function evaluateJoin({ callee, arguments: args }: Node<'CallExpression'>, find: FindConstant) {
  if (callee.type !== 'MemberExpression' || !isMember(callee, 'join')) return undefined
  const [first] = args
  const list = evaluateConstant(callee.object, find)
  const separator = first && first.type !== 'SpreadElement' ? evaluateConstant(first, find) : ','
  if (!Array.isArray(list) || typeof separator !== 'string') return undefined
  return concatenate(list.flatMap((item, index) => (index > 0 ? [separator, item] : [item])))
}
