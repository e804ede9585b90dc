import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addBook, unread } from '../src/list.js'

const book = { title: 'Kindred', author: 'Octavia E. Butler' }

test('a book is added once', () => {
  const list = addBook([], book)
  assert.deepEqual(addBook(list, book), [{ ...book, read: false }])
})

test('what has been read is not shown', () => {
  assert.deepEqual(unread([{ ...book, read: true }]), [])
})
