import { answering, goodTool, type McpOddity, type OddAnswer } from './oddity.ts'

const extra = { ...goodTool, name: 'extra' }

/** Answers the first page and then each further one. */
function paging(first: object, further: (count: number) => OddAnswer): Pick<McpOddity, 'answer'> {
  return {
    answer: ({ method, count }) => {
      if (method !== 'tools/list') return undefined
      return count === 1 ? { result: { tools: [goodTool], ...first } } : further(count)
    },
  }
}

const never = (): OddAnswer => ({ result: { tools: [extra] } })

export const listOddities: readonly McpOddity[] = [
  ...[null, '', undefined].map((nextCursor) => ({
    name: `list: the cursor ${JSON.stringify(nextCursor)}`,
    ...paging({ nextCursor }, never),
    expected: {},
  })),
  ...[2, {}, true].map((nextCursor) => ({
    name: `list: the cursor ${JSON.stringify(nextCursor)}`,
    ...paging({ nextCursor }, never),
    expected: { leftOut: { '': 'its cursor isn’t a string' } },
  })),
  {
    name: 'list: two pages',
    ...paging({ nextCursor: '2' }, never),
    expected: { tools: ['good', 'extra'] },
  },
  {
    name: 'list: a cursor that repeats',
    ...paging({ nextCursor: '2' }, () => ({ result: { tools: [extra], nextCursor: '2' } })),
    expected: { tools: ['good', 'extra'], leftOut: { '': 'repeats a cursor' } },
  },
  {
    name: 'list: pages without end',
    ...paging({ nextCursor: '1' }, (count) => ({ result: { tools: [], nextCursor: `${count}` } })),
    expected: { leftOut: { '': 'too many pages' } },
  },
  {
    name: 'list: a second page that fails',
    ...paging({ nextCursor: '2' }, () => ({ error: { code: -32602, message: 'Invalid cursor' } })),
    expected: { leftOut: { '': 'didn’t answer with the next page' } },
  },
  {
    name: 'list: a second page without tools',
    ...paging({ nextCursor: '2' }, () => ({ result: {} })),
    expected: { leftOut: { '': 'without an array of tools' } },
  },
  ...[{ tools: null }, { tools: { good: goodTool } }, {}, null].map((result) => ({
    name: `list: ${JSON.stringify(result).slice(0, 20)} in place of a list`,
    ...answering('tools/list', result),
    expected: { tools: [], leftOut: { '': 'without an array of tools' } },
  })),
  {
    name: 'list: an error',
    answer: ({ method }) =>
      method === 'tools/list' ? { error: { code: 1, message: 'Out of memory' } } : undefined,
    expected: { state: 'failed', error: 'Out of memory' },
  },
  {
    name: 'list: an array in place of an object',
    ...answering('tools/list', [goodTool]),
    expected: { state: 'failed', error: 'answered with an array' },
  },
]
