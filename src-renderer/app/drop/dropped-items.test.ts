import { expect, test } from 'vitest'
import { sortFiles } from './dropped-items.ts'

const locations = {
  root: '/home/ada/storefront',
  pathOf: ({ name }: File) => (name.startsWith('/') ? name : ''),
}

function file(name: string, type = 'text/plain', bytes = 1): File {
  return new File([new Uint8Array(bytes)], name, { type })
}

test('mentions the files of the project and attaches images from elsewhere', () => {
  const outside = file('/tmp/shot.png', 'image/png')
  const sorted = sortFiles(
    [file('/home/ada/storefront/src/a.ts'), outside, file('/home/ada/storefront/logo.png')],
    locations,
  )
  expect(sorted).toEqual({ images: [outside], mentions: ['src/a.ts', 'logo.png'], problems: [] })
})

test('names every file that it can’t use, and why', () => {
  const sorted = sortFiles(
    [
      file('/home/ada/storefront-2/a.ts'),
      file('notes.txt'),
      file('/home/ada/storefront/my notes.txt'),
      file('huge.png', 'image/png', 8 * 1024 * 1024 + 1),
    ],
    locations,
  )
  expect(sorted.images).toEqual([])
  expect(sorted.mentions).toEqual([])
  expect(sorted.problems).toEqual([
    'Can’t add /home/ada/storefront-2/a.ts: it is outside this project. Copy it into the project first.',
    'Can’t add notes.txt: the browser doesn’t share its path. Type @ in the prompt to mention a project file.',
    'Can’t add /home/ada/storefront/my notes.txt: its path contains a space.',
    'Can’t add huge.png: it is larger than 8 MB.',
  ])
})

test('reads the paths of Windows', () => {
  const windows = { root: 'C:\\work\\shop', pathOf: () => 'C:\\work\\shop\\src\\a.ts' }
  expect(sortFiles([file('a.ts')], windows).mentions).toEqual(['src/a.ts'])
})
