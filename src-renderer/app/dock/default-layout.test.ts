import { expect, test } from 'vitest'
import { defaultLayout, shapeOf } from './default-layout.ts'

const size = { width: 1400, height: 600 }

test('a wide dock has the files over the plan, the talk, and the editor over the terminals', () => {
  const { grid, panels } = defaultLayout('wide', size)
  expect(stand(grid.root)).toEqual([['files', 'plan'], 'transcript', ['editor', 'terminals']])
  expect(Object.keys(panels)).toEqual(['files', 'plan', 'transcript', 'editor', 'terminals'])
})

test('what stands beside each other takes all the room there is', () => {
  const { root } = defaultLayout('wide', size).grid
  expect([sum(root), ...columns(root).map(sum)]).toEqual([1400, 600, 600])
})

test('a narrow dock has one group, with the talk in front', () => {
  const { root } = defaultLayout('narrow', { width: 500, height: 600 }).grid
  expect(stand(root)).toEqual(['transcript+files+plan+editor+terminals'])
})

test('a column of a window of two is narrow where a laptop’s window is not', () => {
  expect([shapeOf(613), shapeOf(1226)]).toEqual(['narrow', 'wide'])
})

type Node = ReturnType<typeof defaultLayout>['grid']['root']
type Stand = string | readonly Stand[]

function childrenOf({ data }: Node): readonly Node[] {
  return Array.isArray(data) ? data : []
}

function stand(node: Node): readonly Stand[] {
  return childrenOf(node).map((child) =>
    Array.isArray(child.data) ? stand(child) : child.data.views.join('+'),
  )
}

function columns(node: Node): readonly Node[] {
  return childrenOf(node).filter(({ type }) => type === 'branch')
}

function sum(node: Node): number {
  return childrenOf(node).reduce((total, { size: own = 0 }) => total + own, 0)
}
