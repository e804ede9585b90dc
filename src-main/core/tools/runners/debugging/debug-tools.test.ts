import { expect, test } from 'vitest'
import { createToolBench } from '../../../../../test/support/tool-bench.ts'
import { toolNamed } from '../../catalogue/index.ts'

const CART = `export function total(items) {
  let sum = 0
  for (const item of items) {
    sum += item.price * item.count
  }
  return sum
}

console.log(total([{ price: 2, count: 3 }, { price: 10, count: 1 }]))
`

test('a program is started, looked at, stepped through and ended, all told in words', async () => {
  await using place = await createToolBench({ 'src/cart.mjs': CART })
  const breakpoints = [{ path: '/workspace/src/cart.mjs', line: 4 }]
  const told = []
  for (const [name, args] of [
    ['debug_start', { program: '/workspace/src/cart.mjs', breakpoints }],
    ['debug_get_variables', {}],
    ['debug_evaluate', { expression: 'items.map((item) => item.price)' }],
    ['debug_control', { action: 'next' }],
    ['debug_set_breakpoints', { path: '/workspace/src/cart.mjs', breakpoints: [{ line: 6 }] }],
    ['debug_control', { action: 'continue' }],
    ['debug_get_stack_trace', {}],
    ['debug_get_state', {}],
    ['debug_control', { action: 'continue' }],
    ['debug_get_state', {}],
  ] as const) {
    told.push((await place.call(name, args)).text)
  }
  expect(told.join('\n----\n')).toMatchInlineSnapshot(`
    "Stopped (breakpoint) at /workspace/src/cart.mjs:4, in total.
         1 | export function total(items) {
         2 |   let sum = 0
         3 |   for (const item of items) {
    →    4 |     sum += item.price * item.count
         5 |   }
         6 |   return sum
         7 | }
         8 | 
         9 | console.log(total([{ price: 2, count: 3 }, { price: 10, count: 1 }]))

    Stack:
      0  total  /workspace/src/cart.mjs:4
      1  (anonymous)  /workspace/src/cart.mjs:9
    ----
    block of total:
      item = {price: 2, count: 3}  [reference 5]
    local of total:
      items = Array(2) [Object, Object]  [reference 6]
      sum = 0
    module:
      total = function total(items) {  [reference 7]
    global:  [reference 4]
    ----
    items.map((item) => item.price) = Array(2) [2, 10]
      0 = 2
      1 = 10
    ----
    Stopped (step) at /workspace/src/cart.mjs:3, in total.
         1 | export function total(items) {
         2 |   let sum = 0
    →    3 |   for (const item of items) {
         4 |     sum += item.price * item.count
         5 |   }
         6 |   return sum
         7 | }
         8 | 

    Stack:
      0  total  /workspace/src/cart.mjs:3
      1  (anonymous)  /workspace/src/cart.mjs:9
    ----
    Breakpoints in /workspace/src/cart.mjs:
      line 6
    ----
    Stopped (breakpoint) at /workspace/src/cart.mjs:6, in total.
         1 | export function total(items) {
         2 |   let sum = 0
         3 |   for (const item of items) {
         4 |     sum += item.price * item.count
         5 |   }
    →    6 |   return sum
         7 | }
         8 | 
         9 | console.log(total([{ price: 2, count: 3 }, { price: 10, count: 1 }]))
        10 | 

    Stack:
      0  total  /workspace/src/cart.mjs:6
      1  (anonymous)  /workspace/src/cart.mjs:9
    ----
      0  total  /workspace/src/cart.mjs:6
      1  (anonymous)  /workspace/src/cart.mjs:9

         1 | export function total(items) {
         2 |   let sum = 0
         3 |   for (const item of items) {
         4 |     sum += item.price * item.count
         5 |   }
    →    6 |   return sum
         7 | }
         8 | 
         9 | console.log(total([{ price: 2, count: 3 }, { price: 10, count: 1 }]))
        10 |
    ----
    Stopped (breakpoint) at /workspace/src/cart.mjs:6, in total.
         1 | export function total(items) {
         2 |   let sum = 0
         3 |   for (const item of items) {
         4 |     sum += item.price * item.count
         5 |   }
    →    6 |   return sum
         7 | }
         8 | 
         9 | console.log(total([{ price: 2, count: 3 }, { price: 10, count: 1 }]))
        10 | 

    Stack:
      0  total  /workspace/src/cart.mjs:6
      1  (anonymous)  /workspace/src/cart.mjs:9

    Breakpoints:
      /workspace/src/cart.mjs:6
    ----
    cart.mjs has ended with exit code 0.

    It printed:
    16
    ----
    cart.mjs has ended with exit code 0.

    Breakpoints:
      /workspace/src/cart.mjs:6"
  `)
})

test('without a program each says how to start one', async () => {
  await using place = await createToolBench({})
  const calls = [
    ['debug_get_state', {}],
    ['debug_get_stack_trace', {}],
    ['debug_get_variables', {}],
    ['debug_evaluate', { expression: '1' }],
    ['debug_control', { action: 'next' }],
    ['debug_set_breakpoints', { path: '/workspace/a.js', breakpoints: [] }],
  ] as const
  for (const [name, args] of calls) {
    await expect(place.call(name, args)).rejects.toThrow('Start a program with debug_start')
  }
})

test('a start is judged as the command it comes to, and so is evaluating what may change something', () => {
  const start = (args: object) => toolNamed('debug_start').command?.({ ...args })
  const evaluate = (args: object) => toolNamed('debug_evaluate').command?.({ ...args })
  expect([
    start({ program: '/workspace/src/a b.ts', args: ['--x', "it's"] }),
    start({ program: 'a.py', env: { PATH: '/tmp/x y' }, cwd: '/workspace/sub' }),
    start({ module: 'pytest', args: ['-k', 'cart'], runtime_args: ['-X', 'dev'] }),
    start({ program: '/etc/x', type: 'lldb' }),
    start({ configuration: 'Server' }),
    start({ configuration: 'Server', program: 'a.js' }),
    start({ program: 7 }),
    start({ program: '/workspace/x.js', type: '', runtime_args: ['echo'] }),
    start({ program: '/workspace/x.js', type: 'pwa-node', runtime_args: ['echo'] }),
    start({ program: 'echo', type: 'lldb', args: ['a'] }),
    start({ program: '/workspace/x', type: 'lldb', runtime_args: ['echo'] }),
    start({ program: 'x' }),
    start({ configuration: 'This file', file: 'src/a.py' }),
    start({ configuration: 'This file', file: 'ls' }),
    start({ program: 'a.js', env: { 'A=1; rm -rf x;B': '' } }),
    evaluate({ expression: "x('a')" }),
    evaluate({ expression: "x('a')", may_change: true }),
  ]).toEqual([
    `node './src/a b.ts' --x 'it'\\''s'`,
    `cd ./sub && PATH='/tmp/x y' python3 ../a.py`,
    'python3 -X dev -m pytest -k cart',
    '/etc/x',
    undefined,
    'node ./a.js',
    '$unreadable',
    '$unreadable',
    'node echo ./x.js',
    './echo a',
    '$unreadable',
    '$unreadable',
    'python3 ./src/a.py',
    './ls',
    '$unreadable',
    undefined,
    `node -e 'x('\\''a'\\'')'`,
  ])
})
