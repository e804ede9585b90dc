import fc from 'fast-check'

/** What models and strangers send where they send nonsense: beyond every schema, and by its words. */
export const nonsense: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything({ maxDepth: 2, withNullPrototype: true }),
  fc.constantFrom('', ' ', '\0', '../../etc/passwd', '/etc/passwd', '/workspace/../..', '~', '*'),
  fc.constantFrom(-1, 0, 1.5, 1e21, Number.NaN, '7', 'true', '[]', '{"a":1}', '__proto__', null),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** What is too long, too deep, or asks for what every object has. */
export const excess: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(10_000, 100_000).map((length) => 'x'.repeat(length)),
  fc.constantFrom(100, 2000).map(nested),
  fc.constant(1000).map((length) => Array.from({ length }, () => ({}))),
  fc
    .constantFrom(
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{}}}',
      '{"toString":1}',
    )
    .map(parse),
  fc.constantFrom('\u202e', '\ud800', '🪐'.repeat(50), 'é\u0301', '\u0000', '%00', '$(x)', '`x`'),
)

function nested(depth: number): unknown {
  let value: unknown = 'bottom'
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** As it comes over a wire: keys that no literal can have are its own. */
function parse(text: string): unknown {
  return JSON.parse(text)
}
