import { expect, test } from 'vitest'
import { Hash } from '#shared/lib/ids.ts'
import { draftOf } from './definition-editor.tsx'

const hash = Hash.parse(`sha256:${'a'.repeat(64)}`)

test('one of the person’s own is changed where it is', () => {
  const written = { source: 'home', path: '/home/a.md', text: 'A', hash } as const
  expect(draftOf(written, 'project')).toEqual({
    ...{ place: 'home', path: '/home/a.md', text: 'A', base: hash },
  })
})

test('a built-in one is made the person’s own, and a new one begins with a form', () => {
  const written = { source: 'built-in', path: '/a.md', text: 'A', hash } as const
  expect(draftOf(written, 'project')).toEqual({ place: 'project', text: 'A', base: null })
  expect(draftOf(undefined, 'home').text).toMatch(/^---\nname: /)
})
