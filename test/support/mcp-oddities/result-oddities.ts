import { sampleImages } from '../sample-images.ts'
import { answering, type ExpectedCall, type McpOddity } from './oddity.ts'

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const image = { text: '(Picture 1, 72 bytes.)', images: ['image/png'] }
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
const toBase64 = (data: string | Buffer) => Buffer.from(data).toString('base64')
const nothing = { text: '(It answered nothing.)' }

const results: readonly (readonly [name: string, result: unknown, call: ExpectedCall])[] = [
  ['no content', {}, nothing],
  ['null', null, nothing],
  ['content that is null', { content: null }, nothing],
  ['content that is a string', { content: 'said' }, { text: 'said' }],
  ['content that is one block', { content: { type: 'text', text: 'said' } }, { text: 'said' }],
  ['structured content alone', { structuredContent: { a: 1 } }, { text: '{"a":1}' }],
  ['structured content that is an array', { structuredContent: [1] }, { text: '[1]' }],
  // https://github.com/kirodotdev/Kiro/issues/10882
  [
    'structured content beside a summary',
    { content: [{ type: 'text', text: 'ok' }], structuredContent: { message: 'pong' } },
    { text: 'ok\n{"message":"pong"}' },
  ],
  [
    'structured content that is repeated as text',
    { content: [{ type: 'text', text: '{\n  "a": 1\n}' }], structuredContent: { a: 1 } },
    { text: '{\n  "a": 1\n}' },
  ],
  [
    'structured content that wraps the text',
    { content: [{ type: 'text', text: 'said' }], structuredContent: { result: 'said' } },
    { text: 'said' },
  ],
  [
    'structured content that wraps a list of texts',
    {
      content: [
        { type: 'text', text: 'one' },
        { type: 'text', text: '2' },
      ],
      structuredContent: { result: ['one', 2] },
    },
    { text: 'one\n2' },
  ],
  [
    'structured content beside empty text',
    { content: [{ type: 'text', text: '' }], structuredContent: { a: 1 } },
    { text: '{"a":1}' },
  ],
  [
    'an error in structured content',
    { content: [], structuredContent: { error: 'quota' }, isError: true },
    { text: '{"error":"quota"}', isError: true },
  ],
  ['an older protocol’s result', { toolResult: 'said' }, { text: 'said' }],
  ['isError as the string true', { content: 'no', isError: 'true' }, { text: 'no', isError: true }],
  ['isError as the string false', { content: 'yes', isError: 'false' }, { text: 'yes' }],
  ['isError that is null', { content: 'yes', isError: null }, { text: 'yes' }],
  ['an error without content', { isError: true }, { ...nothing, isError: true }],
  ['an unknown block with text', { content: [{ type: 'markdown', text: '# a' }] }, { text: '# a' }],
  [
    'an unknown block',
    { content: [{ type: 'chart', x: 1 }] },
    { text: '(A block of the unknown type "chart": {"type":"chart","x":1})' },
  ],
  ['a block without a type', { content: [{ text: 'said' }] }, { text: 'said' }],
  ['a block that is null', { content: [null, { type: 'text', text: 'said' }] }, { text: 'said' }],
  ['a block that is a string', { content: ['said'] }, { text: 'said' }],
  ['text that is a number', { content: [{ type: 'text', text: 42 }] }, { text: '42' }],
  ['text that is null', { content: [{ type: 'text', text: null }] }, nothing],
  ['text that is an object', { content: [{ type: 'text', text: { a: 1 } }] }, { text: '{"a":1}' }],
  [
    'odd annotations',
    { content: [{ type: 'text', text: 'said', annotations: null, _meta: 1 }], _meta: null },
    { text: 'said' },
  ],
  ['an image without a type', { content: [{ type: 'image', data: png }] }, image],
  [
    'an image of another type than declared',
    { content: [{ type: 'image', data: png, mimeType: 'image/jpeg' }] },
    image,
  ],
  [
    'an image as a data URL',
    { content: [{ type: 'image', data: `data:image/png;base64,${png}`, mimeType: 'image/png' }] },
    image,
  ],
  [
    'an image in lines',
    {
      content: [
        { type: 'image', data: `${png.slice(0, 40)}\r\n${png.slice(40)}`, mimeType: 'image/png' },
      ],
    },
    image,
  ],
  [
    'an image that isn’t base64',
    { content: [{ type: 'image', data: '<svg/>', mimeType: 'image/png' }] },
    { text: '(A picture whose data isn’t base64.)' },
  ],
  [
    'an image without data',
    { content: [{ type: 'image', mimeType: 'image/png' }] },
    { text: '(A picture without data.)' },
  ],
  // https://github.com/anthropics/claude-code/issues/58330
  [
    'an SVG as an image',
    { content: [{ type: 'image', mimeType: 'image/svg+xml', data: toBase64(svg) }] },
    { text: `(A picture, image/svg+xml, as text:)\n${svg}` },
  ],
  [
    'an image that models can’t read',
    { content: [{ type: 'image', mimeType: 'image/bmp', data: toBase64(sampleImages.bmp) }] },
    { text: "(A picture, image/bmp, 60 bytes: models can't read BMP.)" },
  ],
  [
    'an image cut off',
    { content: [{ type: 'image', mimeType: 'image/png', data: png.slice(0, 28) }] },
    { text: '(A picture, image/png, 21 bytes: the file is incomplete.)' },
  ],
  [
    'an image too large for providers',
    { content: [{ type: 'image', mimeType: 'image/png', data: toBase64(sampleImages.wide) }] },
    {
      text: '(A picture, image/png, 72 bytes: 9000 × 1 pixels, models take 8000 on a side.)',
    },
  ],
  [
    'a path in place of an image',
    { content: [{ type: 'image', mimeType: 'image/png', data: '/tmp/x.png' }] },
    { text: '(A picture whose data isn’t base64.)' },
  ],
  [
    'a table as a resource in bytes',
    {
      content: [
        {
          type: 'resource',
          resource: { uri: 'a:b', mimeType: 'text/csv', blob: toBase64('x,y\n') },
        },
      ],
    },
    { text: 'a:b:\nx,y\n' },
  ],
  [
    'a resource in bytes that are no UTF-8',
    {
      content: [{ type: 'resource', resource: { uri: 'a:b', mimeType: 'text/csv', blob: '/w==' } }],
    },
    { text: '(a:b, text/csv, 3 bytes: it is no text.)' },
  ],
  [
    'a resource that is null',
    { content: [{ type: 'resource', resource: null }] },
    { text: '(A resource without contents.)' },
  ],
  [
    'a resource without text or blob',
    { content: [{ type: 'resource', resource: { uri: 'a:b' } }] },
    { text: '(a:b, of no named type, 0 bytes: it is no text.)' },
  ],
  ['a link without a name', { content: [{ type: 'resource_link', uri: 'a:b' }] }, { text: 'a:b' }],
  [
    'sound without a type',
    { content: [{ type: 'audio', data: 'AAAA' }] },
    { text: "(Sound, of no named type, 3 bytes: it can't be played here.)" },
  ],
  ['a string in place of a result', 'said', { fails: 'answered with a string' }],
]

export const resultOddities: readonly McpOddity[] = [
  ...results.map(([name, result, call]) => ({
    name: `result: ${name}`,
    ...answering('tools/call', result),
    expected: { call },
  })),
  ...[
    ['a string', 'Broken', 'Broken'],
    ['no code', { message: 'Broken' }, 'Broken'],
    ['a code that is a string', { code: 'EBROKEN', message: 'Broken' }, 'Broken'],
    ['no message', { code: -32000, message: null }, 'gives no reason'],
  ].map(([name, error, fails]) => ({
    name: `error: ${name}`,
    answer: ({ method }: { readonly method: string }) =>
      method === 'tools/call' ? { error } : undefined,
    expected: { call: { fails: String(fails) } },
  })),
]
