import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageCount, pageOf } from '../src/pages.js'

test('an even list fills its pages', () => {
  assert.equal(pageCount(8, 4), 2)
})

test('what is left over gets a page of its own', () => {
  assert.equal(pageCount(10, 4), 3)
  assert.equal(pageCount(1, 4), 1)
})

test('the last page holds what is left over', () => {
  const list = ['a', 'b', 'c', 'd', 'e']
  assert.deepEqual(pageOf(list, 2, 4), ['e'])
})
